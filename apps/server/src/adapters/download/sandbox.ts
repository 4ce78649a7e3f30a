import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export type Sandboxed = {
  args: readonly string[]
  /** The one folder the program sees and writes to, at /out. */
  outDir: string
  /** Largest file it may write. */
  outBytes: number
  /** The socket of the proxy, its only way out. */
  proxy: string
  /** The certificates it trusts. */
  certificates: string
  seconds: number
  signal: AbortSignal
  onLine: (line: string) => unknown
}

export type Outcome = { exitCode: number; stderr: string }

export const PROGRAMS = ['/usr/bin/bwrap', '/usr/bin/socat', '/usr/bin/yt-dlp']
/** Where the program finds the proxy: on a loopback of its own, with nothing else on it. */
export const PROXY_URL = 'http://127.0.0.1:3128'

const MEMORY_BYTES = 1_500_000_000
const TMP_BYTES = 16_000_000
const STDERR_CHARACTERS = 100_000
/** A program that says more is out of its mind, and what it says lies in our memory. */
const STDOUT_BYTES = 10_000_000
/** 3128 in hexadecimal, listening. Waits until the forwarder is there, at most 4 s. */
const LISTENS = "grep -q ':0C38 00000000:0000 0A' /proc/net/tcp"
const SCRIPT = `
socat TCP-LISTEN:3128,bind=127.0.0.1,fork UNIX-CONNECT:/proxy &
tries=0
until ${LISTENS}; do tries=$((tries + 1)); [ $tries -gt 200 ] && exit 125; sleep 0.02; done
exec "$@"`

/**
 * Runs yt-dlp, which reads what strangers wrote: no network but the proxy, no file of ours, no environment, nobody's
 * user id, limited memory, time, processes and output. Whatever address it is talked into goes through the guard.
 */
export async function runSandboxed(task: Sandboxed): Promise<Outcome> {
  task.signal.throwIfAborted()
  const [command, ...args] = commandLine(task)
  // The list starts with a literal.
  const child = spawn(command!, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = () => child.kill('SIGKILL')
  task.signal.addEventListener('abort', kill, { once: true })
  createInterface(child.stdout).on('line', task.onLine)
  let said = 0
  child.stdout.on('data', (part: Buffer) => (said += part.length) > STDOUT_BYTES && kill())
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    if (stderr.length < STDERR_CHARACTERS) stderr += part
  })
  try {
    // Closed means that all inside have ended, so nothing is written any more.
    const [exitCode] = (await once(child, 'close')) as [number | null]
    task.signal.throwIfAborted()
    if (exitCode === null || isSandboxBroken(exitCode, stderr))
      throw new Error(`The sandbox failed, exit ${exitCode}: ${stderr.slice(0, 500)}`)
    return { exitCode, stderr }
  } finally {
    task.signal.removeEventListener('abort', kill)
  }
}

function isSandboxBroken(exitCode: number, stderr: string): boolean {
  return [125, 126, 127].includes(exitCode) || /^(bwrap|prlimit|timeout):/m.test(stderr)
}

function commandLine({ args, outDir, outBytes, proxy, certificates, seconds }: Sandboxed): string[] {
  return [
    'prlimit', `--as=${MEMORY_BYTES}`, `--cpu=${seconds}`, `--fsize=${outBytes}`, '--nofile=256', '--',
    'timeout', '-k', '5', String(seconds),
    'bwrap', '--unshare-all', '--uid', '65534', '--gid', '65534', '--die-with-parent', '--new-session', '--clearenv',
    '--setenv', 'PATH', '/usr/bin', '--setenv', 'HOME', '/tmp', '--setenv', 'LANG', 'C.UTF-8',
    '--setenv', 'PYTHONDONTWRITEBYTECODE', '1',
    '--ro-bind', '/usr', '/usr', '--symlink', 'usr/bin', '/bin', '--symlink', 'usr/lib', '/lib',
    '--symlink', 'usr/lib64', '/lib64', '--ro-bind', '/etc/alternatives', '/etc/alternatives',
    '--ro-bind', '/etc/ld.so.cache', '/etc/ld.so.cache', '--ro-bind', certificates, '/etc/ssl/certs/ca-certificates.crt',
    '--proc', '/proc', '--dev', '/dev', '--size', String(TMP_BYTES), '--tmpfs', '/tmp',
    '--bind', outDir, '/out', '--ro-bind', proxy, '/proxy', '--chdir', '/out',
    // Inside, where only its own processes count: a worker's user may have many.
    '/usr/bin/prlimit', '--nproc=64', '--', '/bin/sh', '-c', SCRIPT, 'sh', '/usr/bin/yt-dlp', ...args,
  ] // prettier-ignore
}
