import { resolve } from 'node:path'

import { testModelsDir } from '@doslovno/server/test/recordings/recordings.ts'

import { databaseUrl, developmentEnv, projectRoot, servers, simulatedLlmEnv } from '#scripts/settings.ts'

const port = (name: string, standard: number) => Number(process.env[name] ?? standard)

/** Ports of one run; a second run at the same time sets its own ports and `E2E_DATABASE`. */
export const ports = {
  api: port('E2E_PORT', 3100),
  apiOps: port('E2E_OPS_PORT', 3101),
  workerOps: port('E2E_WORKER_OPS_PORT', 3102),
  files: port('E2E_FILES_PORT', 3120),
  shop: port('E2E_SHOP_PORT', 3150),
  hooks: port('E2E_HOOKS_PORT', 3170),
}

/** The address of the app: passkeys belong to a host name, not to an address of numbers. */
export const origin = `http://localhost:${ports.api}`

export const database = process.env.E2E_DATABASE ?? 'doslovno_e2e'
const development = developmentEnv()

/** The environment of every process of the stack. */
export const environment: Record<string, string> = {
  ...development,
  ...simulatedLlmEnv(),
  DATABASE_URL: databaseUrl(servers.testPostgres, database),
  MODELS_DIR: testModelsDir(),
  SPEECH_MODEL: 'whisper-tiny',
  API_PORT: String(ports.api),
  PUBLIC_URL: origin,
  WEB_ROOT: resolve(projectRoot, 'apps/web/dist/app'),
  LOG_LEVEL: 'warn',
  REDIS_URL: `${development.REDIS_URL}/1`,
  RATE_LIMIT_FACTOR: '1000',
  // So short that a journey sees a media URL expire.
  MEDIA_URL_SECONDS: '20',
  // A simulator of its own: its notifications go to this stack.
  YOOKASSA_URL: `http://127.0.0.1:${ports.shop}/v3`,
  // Journeys serve linked files and receive webhooks on localhost, which the address rules forbid.
  LINK_ALLOW_PRIVATE: `127.0.0.1:${ports.files},127.0.0.1:${ports.hooks}`,
}
