import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

import type { Config } from '#platform/config.ts'

export type TestWorker = { process: ChildProcess; kill(signal: NodeJS.Signals): Promise<void> }

/** Starts a worker as in production: a separate process with the same database and storage. */
export async function startWorker(config: Config, changes: Record<string, string> = {}): Promise<TestWorker> {
  const env = {
    ...process.env,
    DATABASE_URL: config.databaseUrl,
    MODELS_DIR: config.speech.modelsDir,
    SPEECH_MODEL: 'whisper-tiny',
    WORKER_OPS_PORT: '0',
    LOG_LEVEL: 'info',
    ...changes,
  }
  const main = resolve(import.meta.dirname, '../src/main/worker.ts')
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await waitForLine(child, '"working"')
  return {
    process: child,
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

/**
 * Waits for a line of output with the text. Keeps reading afterwards, so that the pipe never fills; appends all output
 * to WORKER_LOG if that is set.
 */
function waitForLine(child: ChildProcess, text: string): Promise<void> {
  return new Promise((done, fail) => {
    if (!child.stdout) return fail(new Error('The worker has no output'))
    const lines: string[] = []
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line)
      if (process.env.WORKER_LOG) appendFileSync(process.env.WORKER_LOG, `${line}\n`)
      if (line.includes(text)) done()
    })
    child.once('exit', () => fail(new Error(`The worker ended before it said ${text}:\n${lines.join('\n')}`)))
  })
}
