import { type Outcome, type Policy, runSandboxed } from '#adapters/sandbox/index.ts'

/** One run of ffmpeg or ffprobe: it sees one file, at /in, and writes to one folder, at /out. */
export type FfmpegRun = {
  program: 'ffmpeg' | 'ffprobe'
  args: readonly string[]
  input: string
  outDir?: string
  /** Largest file it may write. */
  outBytes?: number
  seconds: number
  signal: AbortSignal
}

const FORMATS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mp3,wav,w64,flac,ogg,aac,avi,mpeg,mpegts,asf,amr,aiff,caf,au,flv'
/** Refuses playlists, anything that names another file or the network, and huge pictures. */
export const INPUT_ARGS = [
  '-v', 'error', '-max_pixels', '37000000', '-protocol_whitelist', 'file', '-format_whitelist', FORMATS,
] // prettier-ignore

const STDOUT_CHARACTERS = 1_000_000

export function runFfmpeg({ program, args, signal, ...task }: FfmpegRun): Promise<Outcome> {
  return runSandboxed(ffmpegPolicy(task), [`/usr/bin/${program}`, ...args], { signal })
}

export function ffmpegPolicy({ input, ...policy }: Omit<FfmpegRun, 'program' | 'args' | 'signal'>): Policy {
  return { ...policy, readable: { '/in': input }, stdoutCharacters: STDOUT_CHARACTERS }
}
