import type { Download } from '#adapters/download/index.ts'
import type { Media } from '#adapters/media/index.ts'
import type { Speech } from '#adapters/speech/index.ts'
import type { Config } from '#platform/config.ts'
import type { Need } from '#platform/process/machine.ts'
import { requireSpace, withWorkFolder } from '#platform/process/work-folder.ts'
import type { WorkerRole } from '#platform/worker-roles.ts'

type MachineParts = { media: Pick<Media, 'selfTest'>; download: Pick<Download, 'selfTest'> }
type Parts = MachineParts & { speech?: Speech | undefined }

/** Only these roles use the work folder and the sandboxes; the others work on a machine that lacks them. */
const machineRoles: readonly WorkerRole[] = ['speech', 'media']

export function needsMachine(role: WorkerRole): boolean {
  return machineRoles.includes(role)
}

/** The tests of a worker of these roles before it takes jobs. */
export function needsOf(config: Config, { speech, ...parts }: Parts): Need[] {
  const { roles } = config.worker
  const { folder, ffmpeg, ytDlp } = machineNeeds(config, parts)
  return [
    ...(roles.some(needsMachine) ? [folder, ffmpeg] : []),
    ...(roles.includes('media') ? [ytDlp] : []),
    ...(speech ? [need('engine', 'speech is not recognised', (signal) => speech.selfTest(signal))] : []),
  ]
}

/** The tests of a machine that has a work folder and sandboxes. */
export function machineNeeds({ workDir }: Pick<Config, 'workDir'>, { media, download }: MachineParts) {
  const inFolder = (test: (folder: string, signal: AbortSignal) => Promise<void>) => (signal: AbortSignal) =>
    withWorkFolder(workDir, (folder) => test(folder, signal))
  return {
    folder: need('machine', `work folder ${workDir} cannot be used`, inFolder(requireSpace)),
    ffmpeg: need(
      'machine',
      'ffmpeg does not run in its sandbox',
      inFolder((...args) => media.selfTest(...args)),
    ),
    ytDlp: need(
      'machine',
      'yt-dlp does not run in its sandbox',
      inFolder((...args) => download.selfTest(...args)),
    ),
  }
}

function need(of: Need['of'], complaint: string, test: (signal: AbortSignal) => Promise<void>): Need {
  const check = (signal: AbortSignal) =>
    test(signal).catch((cause: unknown) => {
      throw new Error(`${complaint} (${reasonOf(cause)})`, { cause })
    })
  return { of, check }
}

/** The code of a system call's error, else the first line of its message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('syscall' in error && 'code' in error) return String(error.code)
  return error.message.split('\n')[0] ?? error.name
}
