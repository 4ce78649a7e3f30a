import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { createDownload } from '#adapters/download/index.ts'
import { createMedia } from '#adapters/media/index.ts'
import type { Config } from '#platform/config.ts'
import type { Need } from '#platform/process/machine.ts'
import { SandboxFailed } from '#platform/transient.ts'
import { machineNeeds } from '#worker-needs.ts'

import { codeOf, type Finding, ok, wrong } from './check.ts'

/** The tests of a worker before it takes jobs, one after another: the first that fails explains the rest. */
export async function trySandboxes(config: Config, signal: AbortSignal): Promise<Finding[]> {
  const download = createDownload(config.download)
  const { folder, ffmpeg, ytDlp } = machineNeeds(config, { media: createMedia(), download })
  const needs: [Need, string][] = [
    [folder, `work folder ${config.workDir} has room`],
    [ffmpeg, 'ffmpeg runs in its sandbox'],
    ...(config.worker.roles.includes('media') ? [[ytDlp, 'yt-dlp runs in its sandbox'] as [Need, string]] : []),
  ]
  const findings: Finding[] = []
  for (const [need, text] of needs) {
    const failure = await failureOf(need, signal)
    findings.push(failure ? wrong(failure.message, remedyFor(failure.cause, config.workDir)) : ok(text))
    if (failure) break
  }
  await download.close()
  return findings
}

async function failureOf(need: Need, signal: AbortSignal): Promise<Error | undefined> {
  try {
    await need.check(signal)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function remedyFor(cause: unknown, workDir: string): string {
  if (cause instanceof SandboxFailed) return sandboxRemedy()
  switch (codeOf(cause)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `make room on the disk of ${workDir} (docker system prune), or move WORK_DIR to a larger one`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `let the worker’s user write there: chown 10001 ${workDir}; mount it writable`
    default:
      return `put ${workDir} on a local disk; install ffmpeg, bubblewrap and util-linux: docs/operations/install.md, «The sandbox in containers»`
  }
}

const PROGRAMS = ['bwrap', 'prlimit', 'timeout']

/** Every reason that is found here for a sandbox that does not start. */
function sandboxRemedy(): string {
  const missing = PROGRAMS.filter((name) => !isInstalled(name))
  if (missing.length > 0) return `install ${missing.join(', ')} (packages bubblewrap, util-linux, coreutils)`
  const settings = [
    ...(read('sys/user/max_user_namespaces') === '0' ? ['user.max_user_namespaces=15000'] : []),
    ...(read('sys/kernel/unprivileged_userns_clone') === '0' ? ['kernel.unprivileged_userns_clone=1'] : []),
    ...(read('sys/kernel/apparmor_restrict_unprivileged_userns') === '1'
      ? ['kernel.apparmor_restrict_unprivileged_userns=0']
      : []),
  ]
  const [profile = ''] = (read('self/attr/current') ?? '').split(' ')
  const steps = [
    ...(settings.length > 0 ? [`on the host: sysctl -w ${settings.join(' ')}`] : []),
    ...(CONTAINER_PROFILE.test(profile)
      ? [`the AppArmor profile ${profile} refuses mounts: security_opt apparmor=unconfined`]
      : []),
    ...(isFiltered() && settings.length === 0
      ? ['the container needs security_opt seccomp=deploy/seccomp.json, as in compose.yaml']
      : []),
  ]
  const found = steps.length > 0 ? steps.join('; ') : 'the system refuses user namespaces'
  return `${found}. More: docs/operations/install.md, «The sandbox in containers»`
}

const CONTAINER_PROFILE = /^(docker|containers|crio|cri-containerd)/

/** A filter of system calls holds for this process: a container's profile. */
function isFiltered(): boolean {
  return /^Seccomp:\s+2$/m.test(read('self/status') ?? '')
}

function read(path: string): string | undefined {
  try {
    return readFileSync(join('/proc', path), 'utf8').trim()
  } catch {
    return undefined
  }
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
