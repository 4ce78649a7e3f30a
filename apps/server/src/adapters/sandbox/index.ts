import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

import { SandboxFailed } from '#platform/transient.ts'

import { commandLine, FILTER_FD, type Policy } from './command-line.ts'
import { namespaceFilter } from './namespace-filter.ts'

export { type Policy, PROXY_URL } from './command-line.ts'

export type Outcome = { exitCode: number; stdout: string; stderr: string }

type Options = { signal: AbortSignal; onLine?: (line: string) => unknown }

const STDERR_CHARACTERS = 100_000

/**
 * Runs a program over hostile input: no network but the policy's proxy, no file but those of the policy, an
 * environment of its own, no privileges; limited memory, time, processes and output. Throws `SandboxFailed` if the
 * program was not started; the program's own failure is its exit code.
 */
export async function runSandboxed(policy: Policy, program: readonly string[], options: Options): Promise<Outcome> {
  const { signal, onLine } = options
  signal.throwIfAborted()
  const [command, ...args] = commandLine(policy, program)
  const child = start(command, args)
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  if (onLine) createInterface(child.stdout).on('line', onLine)
  const stdout = collect(child.stdout, policy.stdoutCharacters, kill)
  const stderr = collect(child.stderr, STDERR_CHARACTERS)
  try {
    // `close` comes after every process inside has ended, so nothing is written any more.
    const [exitCode] = (await once(child, 'close').catch(notStarted)) as [number | null]
    signal.throwIfAborted()
    const problem = `The sandbox failed, exit ${exitCode}: ${stderr().slice(0, 500)}`
    if (exitCode === null) throw new Error(problem) // killed, for what it printed
    if (isSandboxBroken(exitCode, stderr())) throw new SandboxFailed(problem)
    return { exitCode, stdout: stdout(), stderr: stderr() }
  } finally {
    signal.removeEventListener('abort', kill)
  }
}

function start(command: string, args: readonly string[]) {
  // The types of Node know no fourth stream.
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] }) as ChildProcessByStdio<
    null,
    Readable,
    Readable
  >
  const filter = child.stdio[FILTER_FD] as Writable
  // A command that ends before it reads is judged by its exit code.
  filter.on('error', () => undefined).end(namespaceFilter())
  return child
}

function notStarted(cause: unknown): never {
  throw new SandboxFailed('The sandbox did not start', { cause })
}

/** Whether the tools around the program failed to start it, so that its input is not to blame. */
function isSandboxBroken(exitCode: number, stderr: string): boolean {
  return [125, 126, 127].includes(exitCode) || /^(bwrap|prlimit|timeout):/m.test(stderr)
}

/** Keeps the beginning of a stream and reports when there is more. */
function collect(stream: NodeJS.ReadableStream, mostCharacters: number, onMore?: () => unknown): () => string {
  let text = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    if (text.length > mostCharacters) return
    text += chunk
    if (text.length > mostCharacters) onMore?.()
  })
  return () => text
}
