import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

export const projectRoot = resolve(import.meta.dirname, '..')
/** All data of the development servers: databases, objects, models, logs. */
export const dataDir = resolve(process.env.DOSLOVNO_DATA ?? resolve(projectRoot, '.data'))

const number = (name: string, standard: number) => Number(process.env[name] ?? standard)

/** Where the development and CI servers listen; a variable can change each port. */
export const servers = {
  postgres: { host: '127.0.0.1', port: number('POSTGRES_PORT', 5432), user: 'postgres' },
  testPostgres: { host: '127.0.0.1', port: number('TEST_POSTGRES_PORT', 5433), user: 'postgres' },
  s3: {
    host: '127.0.0.1',
    /** A container, which publishes the port by itself, opens it. */
    listenHost: process.env.S3_LISTEN_HOST ?? '127.0.0.1',
    port: number('S3_PORT', 7480),
    /** Ceph's monitor, which its own daemons use. */
    monPort: number('S3_MON_PORT', number('S3_PORT', 7480) + 5820),
    /** The most that it holds. */
    gigabytes: number('STORE_GIGABYTES', 20),
    accessKey: process.env.S3_ACCESS_KEY ?? 'doslovno',
    secretKey: process.env.S3_SECRET_KEY ?? 'doslovno-development',
  },
  redis: { host: '127.0.0.1', port: number('REDIS_PORT', 6379) },
  mail: { host: '127.0.0.1', smtpPort: number('SMTP_PORT', 1025), pagePort: number('MAIL_PAGE_PORT', 1080) },
  oauth: { host: '127.0.0.1', port: number('OAUTH_PORT', 1090) },
  llm: { host: '127.0.0.1', port: number('LLM_PORT', 1100) },
  speech: { host: '127.0.0.1', port: number('SPEECH_PORT', 1120) },
  yookassa: { host: '127.0.0.1', port: number('YOOKASSA_PORT', 1110) },
  api: { opsPort: number('API_OPS_PORT', 3001) },
  worker: { opsPort: number('WORKER_OPS_PORT', 3002) },
} as const

const { postgres, s3, redis, mail } = servers

export const databaseUrl = ({ user, host, port }: typeof postgres | typeof servers.testPostgres, name: string) =>
  `postgres://${user}@${host}:${port}/${name}`

/** The environment of a process in development; production sets the same variables to its own values. */
export function developmentEnv(database = 'doslovno'): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl(postgres, database),
    S3_ENDPOINT: `http://${s3.host}:${s3.port}`,
    S3_REGION: 'default',
    S3_BUCKET: 'doslovno',
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
    // Development, tests and journeys share the bucket, each with a database of its own.
    STORAGE_RECONCILE: 'report',
    SMTP_URL: `smtp://${mail.host}:${mail.smtpPort}`,
    MAIL_FROM: 'no-reply@doslovno.example',
    PUBLIC_URL: `http://127.0.0.1:${number('WEB_PORT', 5173)}`,
    REDIS_URL: `redis://${redis.host}:${redis.port}`,
    // In development all calls come from one address.
    RATE_LIMIT_FACTOR: '100',
    TOKEN_SECRET: 'only-for-development-never-in-production',
    SECRETS_KEYS: 'b25seS1mb3ItZGV2ZWxvcG1lbnQtbmV2ZXItcHJvZC4=',
    // A key made for development.
    VAPID_PRIVATE_KEY: 'dYMh3aN5DW9lY0_jVw_EHU8uKbTo8GEeIUOI1GJVtjc',
    ...providersEnv(),
    ...llmEnv(),
    ...speechEnv(),
    ...paymentsEnv(),
    MODELS_DIR: resolve(dataDir, 'models'),
    WORKER_SLOTS: String(availableParallelism()),
    API_PORT: String(number('API_PORT', 3000)),
  }
}

/** All three sign-in providers on the simulator, which knows these client ids. */
function providersEnv(): Record<string, string> {
  const url = `http://${servers.oauth.host}:${servers.oauth.port}`
  return {
    GOOGLE_CLIENT_ID: 'doslovno-google',
    GOOGLE_AUTHORIZE_URL: `${url}/google/o/oauth2/v2/auth`,
    GOOGLE_TOKENINFO_URL: `${url}/google/tokeninfo`,
    GOOGLE_USERINFO_URL: `${url}/google/v1/userinfo`,
    YANDEX_CLIENT_ID: 'doslovno-yandex',
    YANDEX_AUTHORIZE_URL: `${url}/yandex/authorize`,
    YANDEX_INFO_URL: `${url}/yandex/info`,
    VK_CLIENT_ID: '53000001',
    VK_URL: `${url}/vk`,
  }
}

/** With `LLM=simulator` the simulated language model; otherwise the one of `LLM_BASE_URL`, or none. */
function llmEnv(): Record<string, string> {
  return process.env.LLM === 'simulator' ? simulatedLlmEnv() : {}
}

/** For what must have a model. */
export function simulatedLlmEnv(): Record<string, string> {
  const { host, port } = servers.llm
  return { LLM_BASE_URL: `http://${host}:${port}/v1`, LLM_API_KEY: 'simulator-key', LLM_MODEL: 'simulator' }
}

/** With `SPEECH=remote` the simulated speech server; otherwise this machine's models. */
function speechEnv(): Record<string, string> {
  const { host, port } = servers.speech
  if (process.env.SPEECH !== 'remote') return {}
  return {
    SPEECH_BASE_URL: `http://${host}:${port}/v1`,
    SPEECH_API_KEY: 'simulator-key',
    SPEECH_MODEL: 'simulator',
  }
}

/** A test shop on the simulator, whose notifications come from this machine. */
function paymentsEnv(): Record<string, string> {
  const { host, port } = servers.yookassa
  return {
    YOOKASSA_SHOP_ID: '100500',
    YOOKASSA_SECRET_KEY: 'test_simulator-key',
    YOOKASSA_URL: `http://${host}:${port}/v3`,
    YOOKASSA_TEST: 'true',
    YOOKASSA_NETWORKS: '127.0.0.0/8,::1',
  }
}
