import { resolve } from 'node:path'

import { testModelsDir } from '@doslovno/server/test/recordings/recordings.ts'

import { developmentEnv, projectRoot } from '#scripts/settings.ts'

const port = (name: string, standard: number) => Number(process.env[name] ?? standard)

/** Ports of one run; a second run at the same time sets its own ports and `E2E_DATABASE`. */
export const ports = {
  api: port('E2E_PORT', 3100),
  apiOps: port('E2E_OPS_PORT', 3101),
  workerOps: port('E2E_WORKER_OPS_PORT', 3102),
  vite: port('E2E_VITE_PORT', 3110),
  files: port('E2E_FILES_PORT', 3120),
  shortApi: port('E2E_SHORT_PORT', 3130),
  shortOps: port('E2E_SHORT_OPS_PORT', 3131),
  plainApi: port('E2E_PLAIN_PORT', 3140),
  plainOps: port('E2E_PLAIN_OPS_PORT', 3141),
  shop: port('E2E_SHOP_PORT', 3150),
  hostApi: port('E2E_HOST_PORT', 3160),
  hostOps: port('E2E_HOST_OPS_PORT', 3161),
  hooks: port('E2E_HOOKS_PORT', 3170),
}

export const database = process.env.E2E_DATABASE ?? 'doslovno_e2e'
const development = developmentEnv(database)

/** The environment of every process of the stack. */
export const environment: Record<string, string> = {
  ...development,
  MODELS_DIR: testModelsDir(),
  SPEECH_MODEL: 'whisper-tiny',
  API_PORT: String(ports.api),
  PUBLIC_URL: `http://127.0.0.1:${ports.api}`,
  API_OPS_PORT: String(ports.apiOps),
  WORKER_OPS_PORT: String(ports.workerOps),
  WEB_ROOT: resolve(projectRoot, 'apps/web/dist/app'),
  LOG_LEVEL: 'warn',
  REDIS_URL: `${development.REDIS_URL}/1`,
  RATE_LIMIT_FACTOR: '1000',
  // A simulator of its own: its notifications go to this stack.
  YOOKASSA_URL: `http://127.0.0.1:${ports.shop}/v3`,
  // Journeys serve linked files and receive webhooks on localhost, which the address rules forbid.
  LINK_ALLOW_PRIVATE: `127.0.0.1:${ports.files},127.0.0.1:${ports.hooks}`,
}
