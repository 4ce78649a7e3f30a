import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import type { Config } from '#platform/config.ts'

import { freePort } from './free-port.ts'
import { type Line, readLines } from './log-lines.ts'

export type TestApi = {
  url: string
  process: ChildProcess
  line: Line
  /** Peak memory so far, in megabytes. */
  peakMegabytes(): number
  stop(): Promise<void>
}

/** Starts the API as in production: a separate process with the same database and storage. */
export async function startApi(config: Config, changes: Record<string, string> = {}): Promise<TestApi> {
  const port = await freePort()
  const env = {
    ...process.env,
    DATABASE_URL: config.databaseUrl,
    MODELS_DIR: config.speech.modelsDir,
    API_PORT: String(port),
    OPS_PORT: '0',
    ...changes,
  }
  const main = resolve(import.meta.dirname, '../src/main/api.ts')
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const line = readLines(child.stdout)
  const url = `http://127.0.0.1:${port}`
  await waitForReply(`${url}/api/account/tariffs`).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    url,
    process: child,
    line,
    peakMegabytes: () =>
      Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1000,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function waitForReply(url: string): Promise<void> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await wait(50)) {
    if (await fetch(url).then(({ ok }) => ok, () => false)) return // prettier-ignore
  }
  throw new Error(`No reply from ${url}`)
}
