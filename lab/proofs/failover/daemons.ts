import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { findCommand } from '#scripts/services/commands.ts'

/** Background processes in groups of their own, each killed by its process id, also when the proof is interrupted. */
export class Daemons {
  readonly #running = new Map<string, ChildProcess>()
  readonly #dir: string

  constructor(dir: string) {
    this.#dir = dir
    process.once('exit', () => this.#signalAll('SIGKILL'))
  }

  /** Starts a program, as the user `postgres` if asked: PostgreSQL refuses to run as root. */
  start(name: string, args: readonly string[], { asPostgres = false } = {}): void {
    const [program = '', ...rest] = args
    const command = findCommand(program)
    if (!command) throw new Error(`${program} is not installed`)
    const log = openSync(join(this.#dir, `${name}.log`), 'a')
    const isOther = asPostgres && process.getuid?.() === 0
    const line = isOther ? ['runuser', '-u', 'postgres', '--', command, ...rest] : [command, ...rest]
    const child = spawn(line[0] ?? '', line.slice(1), {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      // Not the variables that our own connections read.
      env: { PATH: process.env.PATH },
    })
    child.on('error', () => undefined) // shows as a server that does not answer
    this.#running.set(name, child)
  }

  kill(name: string, signal: NodeJS.Signals): void {
    const { pid, exitCode, signalCode } = this.#running.get(name) ?? {}
    if (pid && exitCode === null && signalCode === null) process.kill(-pid, signal)
  }

  /** Asks all to end, and kills the rest after `seconds`. */
  async stop(seconds = 10): Promise<void> {
    this.#signalAll('SIGTERM')
    for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline && this.#isAnyRunning();) await wait(100)
    this.#signalAll('SIGKILL')
  }

  #isAnyRunning(): boolean {
    return [...this.#running.values()].some(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  }

  #signalAll(signal: NodeJS.Signals): void {
    for (const name of this.#running.keys()) this.kill(name, signal)
  }
}

/** The postmaster of a data folder, if it lives. It has a session of its own, so no group reaches it. */
export function postmasterOf(data: string): number | undefined {
  const pid = Number.parseInt(readOrEmpty(join(data, 'postmaster.pid')), 10)
  return pid > 0 && readOrEmpty(`/proc/${pid}/cmdline`).includes(data) ? pid : undefined
}

/** The children of a postmaster whose title contains a word. */
export function childrenOf(pid: number | undefined, word: string): number[] {
  if (!pid) return []
  const all = readOrEmpty(`/proc/${pid}/task/${pid}/children`).trim().split(/\s+/).filter(Boolean).map(Number)
  return all.filter((child) => readOrEmpty(`/proc/${child}/cmdline`).includes(word))
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
