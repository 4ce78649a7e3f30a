import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

import type { Config } from '#platform/config.ts'

export type TestWorker = {
  process: ChildProcess
  /** Waits for a line of its log with the text, from now on or before. */
  line(text: string): Promise<string>
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Starts a worker as in production: a separate process with the same database and storage. Waits until it works. */
export async function startWorker(config: Config, changes: Record<string, string> = {}): Promise<TestWorker> {
  const worker = launchWorker(config, changes)
  await worker.line('"working"')
  return worker
}

/** The same without waiting. */
export function launchWorker(config: Config, changes: Record<string, string> = {}): TestWorker {
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
  return {
    process: child,
    line: readLines(child),
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

/** Keeps reading, so that the pipe never fills; appends all output to WORKER_LOG if that is set. */
function readLines(child: ChildProcess & { stdout: Readable }): TestWorker['line'] {
  const lines: string[] = []
  const output = createInterface(child.stdout)
  output.on('line', (line) => {
    lines.push(line)
    if (process.env.WORKER_LOG) appendFileSync(process.env.WORKER_LOG, `${line}\n`)
  })
  return (text) =>
    new Promise((done, fail) => {
      const check = () => {
        const found = lines.find((line) => line.includes(text))
        if (!found) return
        output.off('line', check)
        done(found)
      }
      output.on('line', check)
      output.once('close', () => fail(new Error(`The worker ended before it said ${text}:\n${lines.join('\n')}`)))
      check()
    })
}
