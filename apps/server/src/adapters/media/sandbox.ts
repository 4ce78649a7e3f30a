import { spawn } from 'node:child_process'

export type Sandboxed = {
  program: 'ffmpeg' | 'ffprobe'
  args: readonly string[]
  /** The one file the program can see, at /in. */
  input: string
  /** The one folder it can write to, at /out. */
  outDir?: string
  seconds: number
  /** Largest file it may write. */
  outBytes?: number
  signal: AbortSignal
}

export type Outcome = { exitCode: number | null; stdout: string; stderr: string }

const MEMORY_BYTES = 1_500_000_000
const OUTPUT_CHARACTERS = 1_000_000

/**
 * Runs a media program over a hostile file: no network, no other file, no environment, nobody's user id,
 * limited memory, time, threads and output.
 */
export async function runSandboxed(task: Sandboxed): Promise<Outcome> {
  const [command, ...args] = commandLine(task)
  // The list starts with a literal.
  const child = spawn(command!, args, { stdio: ['ignore', 'pipe', 'pipe'], signal: task.signal, killSignal: 'SIGKILL' })
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  const exitCode = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  )
  if (isSandboxBroken(exitCode, stderr()))
    throw new Error(`The sandbox failed, exit ${exitCode}: ${stderr().slice(0, 500)}`)
  return { exitCode, stdout: stdout(), stderr: stderr() }
}

/** The file is not to blame when the tools around the program could not start it, or somebody killed them. */
function isSandboxBroken(exitCode: number | null, stderr: string): boolean {
  return exitCode === null || [125, 126, 127].includes(exitCode) || /^(bwrap|prlimit|timeout):/m.test(stderr)
}

export function commandLine({ program, args, input, outDir, seconds, outBytes = 0 }: Sandboxed): string[] {
  return [
    'prlimit', `--as=${MEMORY_BYTES}`, `--cpu=${seconds * 2}`, `--fsize=${outBytes}`, '--nofile=64', '--',
    'timeout', '-k', '5', String(seconds),
    'bwrap', '--unshare-all', '--uid', '65534', '--gid', '65534', '--die-with-parent', '--new-session', '--clearenv',
    '--ro-bind', '/usr', '/usr', '--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64',
    '--ro-bind', '/etc/alternatives', '/etc/alternatives', '--ro-bind', '/etc/ld.so.cache', '/etc/ld.so.cache',
    '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp',
    '--ro-bind', input, '/in', ...(outDir ? ['--bind', outDir, '/out'] : []), '--chdir', '/tmp',
    // Inside, where only its own processes count: a worker's user may have many.
    '/usr/bin/prlimit', '--nproc=64', '--', `/usr/bin/${program}`, ...args,
  ] // prettier-ignore
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = ''
  stream.setEncoding('utf8')
  stream.on('data', (part: string) => {
    if (text.length < OUTPUT_CHARACTERS) text += part
  })
  return () => text
}
