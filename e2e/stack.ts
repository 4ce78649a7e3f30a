import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

import { createMigratedDatabase } from '@doslovno/server/test/database.ts'
import { testModelsDir } from '@doslovno/server/test/recordings.ts'

import { developmentEnv, projectRoot } from '#scripts/settings.ts'

/** The whole product as operators run it, over a fresh database: the API with the built web app, and a worker. */
const DATABASE = 'doslovno_e2e'
const development = developmentEnv(DATABASE)
const env = {
  ...process.env,
  ...development,
  MODELS_DIR: testModelsDir(),
  API_PORT: process.env.E2E_PORT ?? '3100',
  PUBLIC_URL: `http://127.0.0.1:${process.env.E2E_PORT ?? '3100'}`,
  API_OPS_PORT: process.env.E2E_OPS_PORT ?? '3101',
  WORKER_OPS_PORT: '3102',
  WEB_ROOT: resolve(projectRoot, 'apps/web/dist/app'),
  LOG_LEVEL: 'warn',
  REDIS_URL: `${development.REDIS_URL}/1`,
  RATE_LIMIT_FACTOR: '1000',
  // Journeys serve files by link from this machine, which nobody else may.
  LINK_ALLOW_PRIVATE: `127.0.0.1:${process.env.E2E_FILES_PORT ?? '3120'}`,
}

await createMigratedDatabase(development.DATABASE_URL ?? '', DATABASE)
await finished('seed.ts')
const processes = [start('worker.ts'), start('api.ts')]
const stop = () => processes.forEach((child) => child.kill('SIGTERM'))
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
await Promise.race(processes.map((child) => once(child, 'exit')))
stop()

function start(main: string): ChildProcess {
  return spawn(process.execPath, [resolve(projectRoot, 'apps/server/src/main', main)], { env, stdio: 'inherit' })
}

async function finished(main: string): Promise<void> {
  const [code] = await once(start(main), 'exit')
  if (code !== 0) process.exit(1)
}
