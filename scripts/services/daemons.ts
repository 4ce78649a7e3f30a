import { spawn } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { findCommand } from './commands.ts'
import { waitUntil } from './wait.ts'

/**
 * A background process of ours. The marker is a unique substring of its command line: after a reboot the recorded pid
 * may belong to another process, which must not be killed.
 */
export type Daemon = { name: string; pidFile: string; marker: string }

type Start = { command?: string | undefined; args: readonly string[]; logFile: string }

export function startDaemon(daemon: Daemon, { command = findCommand(daemon.name), args, logFile }: Start): void {
  if (!command) throw new Error(`${daemon.name} is not installed`)
  for (const file of [daemon.pidFile, logFile]) mkdirSync(dirname(file), { recursive: true })
  const log = openSync(logFile, 'a')
  const child = spawn(command, args, { detached: true, stdio: ['ignore', log, log] })
  // A failed start shows as a missing pid below and must not crash this process.
  child.on('error', () => {})
  child.unref()
  if (!child.pid) throw new Error(`${command} could not be started`)
  writeFileSync(daemon.pidFile, `${child.pid}\n`)
}

export function pidOf({ pidFile, marker }: Daemon): number | undefined {
  const pid = Number.parseInt(readOrEmpty(pidFile), 10)
  return pid > 0 && readOrEmpty(`/proc/${pid}/cmdline`).includes(marker) ? pid : undefined
}

export const isRunning = (daemon: Daemon) => pidOf(daemon) !== undefined

/** Sends SIGTERM, then SIGKILL. */
export async function stopDaemon(daemon: Daemon): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const pid = pidOf(daemon)
    if (!pid) break
    process.kill(pid, signal)
    await waitUntil(`${daemon.name} to stop`, 20, () => !isRunning(daemon)).catch((error: unknown) => {
      if (signal === 'SIGKILL') throw error
    })
  }
  rmSync(daemon.pidFile, { force: true })
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
