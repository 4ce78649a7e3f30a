import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as z from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)

const Env = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  S3_ENDPOINT: z.url(),
  /** The address browsers reach the storage at, where it differs from the servers' own. */
  S3_PUBLIC_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().min(1),
  S3_BUCKET: z.string().min(3),
  S3_ACCESS_KEY: z.string().min(1),
  S3_SECRET_KEY: z.string().min(1),
  TOKEN_SECRET: z.string().min(32),
  API_HOST: z.string().default('127.0.0.1'),
  API_PORT: port.default(3000),
  OPS_HOST: z.string().default('127.0.0.1'),
  API_OPS_PORT: port.default(3001),
  WORKER_OPS_PORT: port.default(3002),
  /** The built web app; without it the API serves the API alone. */
  WEB_ROOT: z.string().optional(),
  MODELS_DIR: z.string().min(1),
  SPEECH_MODEL: z.enum(['whisper-tiny', 'whisper-base']).default('whisper-base'),
  /** Recognisers of one worker; each takes one core. */
  WORKER_SLOTS: z.coerce.number().int().min(1).max(256).default(1),
  WORK_DIR: z.string().default(join(tmpdir(), 'doslovno')),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

export type Config = ReturnType<typeof readConfig>

/** Reads the environment once; tells everything that is wrong with it at once. */
export function readConfig(env: Record<string, string | undefined>) {
  const parsed = Env.safeParse(env)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  const read = parsed.data
  return {
    databaseUrl: read.DATABASE_URL,
    storage: {
      endpoint: read.S3_ENDPOINT,
      publicEndpoint: read.S3_PUBLIC_ENDPOINT ?? read.S3_ENDPOINT,
      region: read.S3_REGION,
      bucket: read.S3_BUCKET,
      accessKey: read.S3_ACCESS_KEY,
      secretKey: read.S3_SECRET_KEY,
    },
    tokenSecret: read.TOKEN_SECRET,
    api: { host: read.API_HOST, port: read.API_PORT },
    ops: { host: read.OPS_HOST, apiPort: read.API_OPS_PORT, workerPort: read.WORKER_OPS_PORT },
    webRoot: read.WEB_ROOT,
    speech: { modelsDir: read.MODELS_DIR, model: read.SPEECH_MODEL, slots: read.WORKER_SLOTS },
    workDir: read.WORK_DIR,
    logLevel: read.LOG_LEVEL,
  } as const
}

export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  }
}
