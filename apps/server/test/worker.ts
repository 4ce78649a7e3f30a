import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { PassThrough } from 'node:stream'

import { type Config, readConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import { startWorker as startWork, type Worker } from '#worker.ts'

import { type Line, readLines } from './log-lines.ts'
import { startTestSpeechServer } from './speech-server.ts'

export type TestWorker = {
  process: ChildProcess
  line: Line
  kill(signal: NodeJS.Signals): Promise<void>
}

export type WorkerHere = Worker & { line: Line }

type Changes = Record<string, string>

/**
 * Starts a worker inside this process, seconds of CPU cheaper than a process. Its words come from the scripted engine
 * unless the test names another one by SPEECH_BASE_URL (empty: the models of this machine). Waits until it works.
 */
export async function startWorkerHere(config: Config, changes: Changes = {}): Promise<WorkerHere> {
  const worker = await launchWorkerHere(config, changes)
  await worker.line('"working"')
  return worker
}

/** The same without waiting. */
export async function launchWorkerHere(config: Config, changes: Changes = {}): Promise<WorkerHere> {
  const speech = 'SPEECH_BASE_URL' in changes ? undefined : await startTestSpeechServer()
  const output = new PassThrough()
  const env = { ...envOf(config), ...speech?.env, ...changes }
  const worker = await startWork(readConfig(env), createLog('info', 'worker', output))
  const stop = async () => {
    await worker.stop()
    output.end()
    await speech?.close()
  }
  let stopped: Promise<void> | undefined
  return { ...worker, line: readLines(output), stop: () => (stopped ??= stop()) }
}

/** Starts a worker as in production: a separate process with the same database and storage. Waits until it works. */
export async function startWorker(config: Config, changes: Changes = {}): Promise<TestWorker> {
  const worker = launchWorker(config, changes)
  await worker.line('"working"')
  return worker
}

/** The same without waiting. */
export function launchWorker(config: Config, changes: Changes = {}): TestWorker {
  const env = { ...envOf(config), ...changes }
  const main = resolve(import.meta.dirname, '../src/main/worker.ts')
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  return {
    process: child,
    line: readLines(child.stdout),
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

function envOf(config: Config) {
  return {
    ...process.env,
    DATABASE_URL: config.databaseUrl,
    S3_BUCKET: config.storage.bucket,
    MODELS_DIR: config.speech.modelsDir,
    SPEECH_MODEL: 'whisper-tiny',
    OPS_PORT: '0',
    LOG_LEVEL: 'info',
  }
}
