import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as z from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const webUrl = z.url({ protocol: /^https?$/ })
/** A provider without a client id is switched off; a file of variables says it by an empty value. */
const clientId = z.string().optional()

/** Values separated by commas. */
const list = (standard = '') =>
  z
    .string()
    .default(standard)
    .transform((text) => text.split(',').flatMap((value) => value.trim() || []))

const Env = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  S3_ENDPOINT: z.url(),
  /** The address browsers reach the storage at, where it differs from the servers' own. */
  S3_PUBLIC_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().min(1),
  S3_BUCKET: z.string().min(3),
  S3_ACCESS_KEY: z.string().min(1),
  S3_SECRET_KEY: z.string().min(1),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** The bare address mails come from. */
  MAIL_FROM: z.email(),
  /** Where people open the product; links in mails lead there. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  TOKEN_SECRET: z.string().min(32),
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_AUTHORIZE_URL: webUrl.default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKENINFO_URL: webUrl.default('https://oauth2.googleapis.com/tokeninfo'),
  GOOGLE_USERINFO_URL: webUrl.default('https://openidconnect.googleapis.com/v1/userinfo'),
  YANDEX_CLIENT_ID: clientId,
  YANDEX_AUTHORIZE_URL: webUrl.default('https://oauth.yandex.ru/authorize'),
  YANDEX_INFO_URL: webUrl.default('https://login.yandex.ru/info'),
  VK_CLIENT_ID: clientId,
  VK_URL: webUrl.default('https://id.vk.ru'),
  /** Limits are counted together by all processes when it is set. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** Multiplies every limit; more than one only where load is wanted, as in tests. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  /** Addresses or networks of our own proxies, separated by commas; nobody else may say where a call comes from. */
  TRUSTED_PROXIES: list(),
  /** Ports that links people bring may lead to. */
  LINK_PORTS: list('80,443')
    .transform((ports) => ports.map(Number))
    .pipe(z.array(z.int().min(1).max(65_535)).min(1)),
  /** Addresses or networks no link may lead to, besides those that are not public anyway: our own public ones. */
  LINK_DENY: list().refine((networks) => networks.every((one) => isIP(one.replace(/\/\d+$/, ''))), 'not an address'),
  /** A download by link that takes longer is given up. */
  LINK_SECONDS: z.coerce.number().int().min(1).default(3600),
  /** Pairs host:port on loopback that links may lead to all the same; for tests alone. */
  LINK_ALLOW_PRIVATE: list().refine((pairs) => pairs.every((pair) => /^[^\s/@]+:\d+$/.test(pair)), 'not host:port'),
  NODE_ENV: z.string().optional(),
  /** How long addresses of recordings work: what leaks dies with them, players ask again before. */
  MEDIA_URL_SECONDS: z.coerce.number().int().min(5).max(3600).default(300),
  API_HOST: z.string().default('127.0.0.1'),
  API_PORT: port.default(3000),
  OPS_HOST: z.string().default('127.0.0.1'),
  API_OPS_PORT: port.default(3001),
  WORKER_OPS_PORT: port.default(3002),
  /** The built web app; without it the API serves the API alone. */
  WEB_ROOT: z.string().optional(),
  MODELS_DIR: z.string().min(1),
  /** The size of Whisper; Russian is heard by a model of its own where it is installed. */
  SPEECH_MODEL: z.enum(['whisper-tiny', 'whisper-base', 'whisper-small', 'whisper-turbo']).default('whisper-base'),
  /** Recognisers of one worker; each takes one core. */
  WORKER_SLOTS: z.coerce.number().int().min(1).max(256).default(1),
  WORK_DIR: z.string().default(join(tmpdir(), 'doslovno')),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

const SafeEnv = Env.refine((read) => read.LINK_ALLOW_PRIVATE.length === 0 || isAtHome(read), {
  path: ['LINK_ALLOW_PRIVATE'],
  message: 'only for tests, with PUBLIC_URL on loopback and not in production',
})

export type Config = ReturnType<typeof readConfig>

/** Reads the environment once; tells everything that is wrong with it at once. */
export function readConfig(env: Record<string, string | undefined>) {
  const parsed = SafeEnv.safeParse(env)
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
    mail: { smtpUrl: read.SMTP_URL, from: read.MAIL_FROM },
    publicUrl: new URL(read.PUBLIC_URL).origin,
    tokenSecret: read.TOKEN_SECRET,
    providers: providersOf(read),
    limits: { redisUrl: read.REDIS_URL, factor: read.RATE_LIMIT_FACTOR },
    trustedProxies: read.TRUSTED_PROXIES,
    download: {
      ports: read.LINK_PORTS,
      denied: read.LINK_DENY,
      seconds: read.LINK_SECONDS,
      allowedPrivateHosts: read.LINK_ALLOW_PRIVATE,
    },
    mediaUrlSeconds: read.MEDIA_URL_SECONDS,
    api: { host: read.API_HOST, port: read.API_PORT },
    ops: { host: read.OPS_HOST, apiPort: read.API_OPS_PORT, workerPort: read.WORKER_OPS_PORT },
    webRoot: read.WEB_ROOT,
    speech: { modelsDir: read.MODELS_DIR, model: read.SPEECH_MODEL, slots: read.WORKER_SLOTS },
    workDir: read.WORK_DIR,
    logLevel: read.LOG_LEVEL,
  } as const
}

/** Nobody but who sits at the machine opens the product. */
function isAtHome(read: { NODE_ENV?: string | undefined; PUBLIC_URL: string }): boolean {
  return read.NODE_ENV !== 'production' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(read.PUBLIC_URL).hostname)
}

/** Sign-in by other services; those that are switched off are undefined. */
function providersOf(read: z.infer<typeof Env>) {
  const { GOOGLE_CLIENT_ID: google, YANDEX_CLIENT_ID: yandex, VK_CLIENT_ID: vk } = read
  return {
    google: on(google, {
      authorizeUrl: read.GOOGLE_AUTHORIZE_URL,
      tokeninfoUrl: read.GOOGLE_TOKENINFO_URL,
      userinfoUrl: read.GOOGLE_USERINFO_URL,
    }),
    yandex: on(yandex, { authorizeUrl: read.YANDEX_AUTHORIZE_URL, infoUrl: read.YANDEX_INFO_URL }),
    // VK's codes work only with the address they were sent to: ours is the one that is accepted.
    vk: on(vk, { url: read.VK_URL, redirectUrl: `${new URL(read.PUBLIC_URL).origin}/oauth/vk` }),
  } as const
}

function on<Settings extends object>(id: string | undefined, settings: Settings) {
  return id ? { clientId: id, ...settings } : undefined
}

export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  }
}
