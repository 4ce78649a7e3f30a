import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as z from 'zod'

import { workerRoles } from './worker-roles.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const webUrl = z.url({ protocol: /^https?$/ })
/** A provider without a client id is disabled; `.env` files leave the value empty. */
const clientId = z.string().optional()

/** Values separated by commas. */
const list = (standard = '') =>
  z
    .string()
    .default(standard)
    .transform((text) => text.split(',').flatMap((value) => value.trim() || []))

/** A JSON object in one variable. */
const jsonObject = <Value extends z.ZodType>(value: Value) =>
  z
    .string()
    .default('{}')
    .transform((text, ctx) => {
      try {
        return JSON.parse(text || '{}') as unknown
      } catch {
        ctx.addIssue({ code: 'custom', message: 'not JSON' })
        return z.NEVER
      }
    })
    .pipe(z.record(z.string(), value))

const kopecks = z.coerce.number().min(0).default(0)

const Env = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  S3_ENDPOINT: z.url(),
  /** The storage address for browsers, if it differs from the one for servers. */
  S3_PUBLIC_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().min(1),
  S3_BUCKET: z.string().min(3),
  S3_ACCESS_KEY: z.string().min(1),
  S3_SECRET_KEY: z.string().min(1),
  /** `report`: differences between bucket and database are only reported, for buckets that several databases share. */
  STORAGE_RECONCILE: z.enum(['repair', 'report']).default('repair'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** Sender address, without a name. */
  MAIL_FROM: z.email(),
  /** Base URL of the product; links in mails start with it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  TOKEN_SECRET: z.string().min(32),
  /** A service with the range protocol of Have I Been Pwned, asked in addition to the local list of passwords. */
  BREACHED_PASSWORDS_URL: webUrl.optional(),
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_AUTHORIZE_URL: webUrl.default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKENINFO_URL: webUrl.default('https://oauth2.googleapis.com/tokeninfo'),
  GOOGLE_USERINFO_URL: webUrl.default('https://openidconnect.googleapis.com/v1/userinfo'),
  YANDEX_CLIENT_ID: clientId,
  YANDEX_AUTHORIZE_URL: webUrl.default('https://oauth.yandex.ru/authorize'),
  YANDEX_INFO_URL: webUrl.default('https://login.yandex.ru/info'),
  VK_CLIENT_ID: clientId,
  VK_URL: webUrl.default('https://id.vk.ru'),
  /** An OpenAI-compatible server of a language model, up to its `/v1`; without it summaries are quoted, not written. */
  LLM_BASE_URL: z.union([z.literal(''), webUrl]).optional(),
  LLM_API_KEY: z.string().optional(),
  LLM_MODEL: z.string().optional(),
  /** Context window, if the server does not tell it. */
  LLM_CONTEXT_TOKENS: z.coerce.number().int().min(1000).optional(),
  /** Node gives up after 300 s without headers. */
  LLM_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(280).default(180),
  /** Calls at a time, of the whole installation. */
  LLM_CONCURRENCY: z.coerce.number().int().min(1).max(1000).default(4),
  /** How the server is told to answer in JSON; `auto` finds out. */
  LLM_JSON: z.enum(['auto', 'schema', 'object', 'text']).default('auto'),
  LLM_HEADERS: jsonObject(z.string()),
  /** Sent with every call; overrides what we send. */
  LLM_EXTRA_BODY: jsonObject(z.unknown()),
  /** Budget of one reading: so many tokens, and so many more per started hour. */
  LLM_TOKENS_BASE: z.coerce.number().int().min(0).default(30_000),
  LLM_TOKENS_PER_HOUR: z.coerce.number().int().min(0).default(50_000),
  /** Kopecks per million tokens. */
  LLM_PRICE_INPUT: kopecks,
  LLM_PRICE_OUTPUT: kopecks,
  /** Without a shop nothing can be bought. */
  YOOKASSA_SHOP_ID: z.string().optional(),
  YOOKASSA_SECRET_KEY: z.string().optional(),
  YOOKASSA_URL: webUrl.default('https://api.yookassa.ru/v3'),
  /** Networks that notifications may come from. */
  YOOKASSA_NETWORKS: list(
    '185.71.76.0/27,185.71.77.0/27,77.75.153.0/25,77.75.156.11,77.75.156.35,77.75.154.128/25,2a02:5180::/32',
  ).refine((networks) => networks.every((one) => isIP(one.replace(/\/\d+$/, ''))), 'not an address'),
  /** A test shop: its payments move no money, so a live installation refuses them. */
  YOOKASSA_TEST: z.stringbool().default(false),
  /** Codes of 54-FZ for receipts: the rate of VAT (1: none), the tax system (needed by shops with several). */
  RECEIPT_VAT_CODE: z.coerce.number().int().min(1).max(12).default(1),
  RECEIPT_TAX_SYSTEM: z.coerce.number().int().min(1).max(6).optional(),
  /** If set, all processes share their rate limits. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** Multiplies every rate limit; above 1 only for load tests. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  /** Our own proxies, as addresses or networks; only they may set the client address. */
  TRUSTED_PROXIES: list(),
  /** Ports that users' links may use. */
  LINK_PORTS: list('80,443')
    .transform((ports) => ports.map(Number))
    .pipe(z.array(z.int().min(1).max(65_535)).min(1)),
  /** Addresses or networks denied to links in addition to private ones: our own public addresses. */
  LINK_DENY: list().refine((networks) => networks.every((one) => isIP(one.replace(/\/\d+$/, ''))), 'not an address'),
  /** Timeout of a download by link. */
  LINK_SECONDS: z.coerce.number().int().min(1).default(3600),
  /** Private host:port pairs that links may use anyway; for tests only. */
  LINK_ALLOW_PRIVATE: list().refine((pairs) => pairs.every((pair) => /^[^\s/@]+:\d+$/.test(pair)), 'not host:port'),
  NODE_ENV: z.string().optional(),
  /** Permits unencrypted connections to other machines in production, on a network that nobody else can read. */
  ALLOW_PLAINTEXT: z.enum(['private-network']).optional(),
  /** Lifetime of signed media URLs: short, so that a leaked one is soon useless; players renew them in time. */
  MEDIA_URL_SECONDS: z.coerce.number().int().min(5).max(3600).default(300),
  API_HOST: z.string().default('127.0.0.1'),
  API_PORT: port.default(3000),
  /** Further connections are closed at once. */
  API_MAX_CONNECTIONS: z.coerce.number().int().min(1).default(10_000),
  OPS_HOST: z.string().default('127.0.0.1'),
  API_OPS_PORT: port.default(3001),
  WORKER_OPS_PORT: port.default(3002),
  /** Folder of the built web app; without it the process serves the API only. */
  WEB_ROOT: z.string().optional(),
  MODELS_DIR: z.string().min(1),
  /** The Whisper model; Russian has a model of its own where it is installed. */
  SPEECH_MODEL: z.enum(['whisper-tiny', 'whisper-base', 'whisper-small', 'whisper-turbo']).default('whisper-base'),
  /** Roles of this worker. Without `speech` it loads no model. */
  WORKER_ROLES: list(workerRoles.join(',')).pipe(z.array(z.enum(workerRoles)).min(1)),
  /** Recognisers per worker; each takes one core. */
  WORKER_SLOTS: z.coerce.number().int().min(1).max(256).default(1),
  WORK_DIR: z.string().default(join(tmpdir(), 'doslovno')),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

/** The secret that the repository contains (`scripts/settings.ts`): everybody can sign tokens with it. */
export const DEVELOPMENT_SECRET = 'only-for-development-never-in-production'

const SafeEnv = Env.refine((read) => read.TOKEN_SECRET !== DEVELOPMENT_SECRET || isLocal(read), {
  path: ['TOKEN_SECRET'],
  message: 'the secret of the repository, which everybody knows; generate one',
})
  .refine((read) => read.LINK_ALLOW_PRIVATE.length === 0 || isLocal(read), {
    path: ['LINK_ALLOW_PRIVATE'],
    message: 'only for tests, with PUBLIC_URL on loopback and not in production',
  })
  .refine((read) => !read.YOOKASSA_SHOP_ID || read.YOOKASSA_SECRET_KEY, {
    path: ['YOOKASSA_SECRET_KEY'],
    message: 'give the key of YOOKASSA_SHOP_ID',
  })
  .refine((read) => !read.LLM_BASE_URL || read.LLM_MODEL, {
    path: ['LLM_MODEL'],
    message: 'name the model of LLM_BASE_URL',
  })
  .superRefine((read, ctx) => {
    const message =
      'must be encrypted in production (sslmode=verify-full or require; https; rediss), or set ALLOW_PLAINTEXT'
    for (const name of plaintextOf(read)) ctx.addIssue({ code: 'custom', path: [name], message })
  })

export type Config = ReturnType<typeof readConfig>

/** Parses the environment; an error lists every problem at once. */
export function readConfig(env: Record<string, string | undefined>) {
  const parsed = SafeEnv.safeParse(env)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  const read = parsed.data
  return {
    databaseUrl: read.DATABASE_URL,
    /** Whether this is a developer's machine: neither the product nor its database is anywhere else. */
    isDevelopment: isLocal(read) && isLoopback(read.DATABASE_URL),
    storage: {
      endpoint: read.S3_ENDPOINT,
      publicEndpoint: read.S3_PUBLIC_ENDPOINT ?? read.S3_ENDPOINT,
      region: read.S3_REGION,
      bucket: read.S3_BUCKET,
      accessKey: read.S3_ACCESS_KEY,
      secretKey: read.S3_SECRET_KEY,
    },
    isReconcileDry: read.STORAGE_RECONCILE === 'report',
    mail: { smtpUrl: read.SMTP_URL, from: read.MAIL_FROM, isTlsRequired: needsTls(read, read.SMTP_URL) },
    publicUrl: new URL(read.PUBLIC_URL).origin,
    tokenSecret: read.TOKEN_SECRET,
    breachedPasswordsUrl: read.BREACHED_PASSWORDS_URL,
    providers: providersOf(read),
    llm: llmOf(read),
    payments: paymentsOf(read),
    rateLimits: { redisUrl: read.REDIS_URL, factor: read.RATE_LIMIT_FACTOR },
    trustedProxies: read.TRUSTED_PROXIES,
    warnings: warningsOf(read),
    download: {
      ports: read.LINK_PORTS,
      denied: read.LINK_DENY,
      seconds: read.LINK_SECONDS,
      allowedPrivateHosts: read.LINK_ALLOW_PRIVATE,
    },
    mediaUrlSeconds: read.MEDIA_URL_SECONDS,
    api: { host: read.API_HOST, port: read.API_PORT, maxConnections: read.API_MAX_CONNECTIONS },
    ops: { host: read.OPS_HOST, apiPort: read.API_OPS_PORT, workerPort: read.WORKER_OPS_PORT },
    webRoot: read.WEB_ROOT,
    speech: { modelsDir: read.MODELS_DIR, model: read.SPEECH_MODEL, slots: read.WORKER_SLOTS },
    worker: { roles: read.WORKER_ROLES },
    workDir: read.WORK_DIR,
    logLevel: read.LOG_LEVEL,
  } as const
}

/** The product is reachable from this machine only. */
function isLocal(read: { NODE_ENV?: string | undefined; PUBLIC_URL: string }): boolean {
  return read.NODE_ENV !== 'production' && isLoopback(read.PUBLIC_URL)
}

/** Without a host: a Unix socket. */
function isLoopback(url: string): boolean {
  return /^(|localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

type Read = z.infer<typeof Env>

function needsTls({ NODE_ENV, ALLOW_PLAINTEXT }: Read, url: string): boolean {
  return NODE_ENV === 'production' && !ALLOW_PLAINTEXT && !isLoopback(url)
}

/** Variables whose connections would be readable on the network. Mails are sent with STARTTLS or not at all. */
function plaintextOf(read: Read): string[] {
  const { DATABASE_URL, S3_ENDPOINT, S3_PUBLIC_ENDPOINT, REDIS_URL, LLM_BASE_URL, YOOKASSA_URL } = read
  const mode = new URL(DATABASE_URL).searchParams.get('sslmode') ?? ''
  const isOpen = (url: string | undefined) => url && /^(http|redis):/.test(url) && needsTls(read, url)
  return [
    ...(needsTls(read, DATABASE_URL) && !['require', 'verify-full'].includes(mode) ? ['DATABASE_URL'] : []),
    ...(isOpen(S3_ENDPOINT) ? ['S3_ENDPOINT'] : []),
    ...(isOpen(S3_PUBLIC_ENDPOINT) ? ['S3_PUBLIC_ENDPOINT'] : []),
    ...(isOpen(REDIS_URL) ? ['REDIS_URL'] : []),
    ...(isOpen(LLM_BASE_URL) ? ['LLM_BASE_URL'] : []),
    ...(isOpen(YOOKASSA_URL) ? ['YOOKASSA_URL'] : []),
  ]
}

/** Settings that work, but hardly as meant. */
function warningsOf({ PUBLIC_URL, TRUSTED_PROXIES }: Read): string[] {
  if (!PUBLIC_URL.startsWith('https:') || TRUSTED_PROXIES.length > 0) return []
  return ['PUBLIC_URL is https, but TRUSTED_PROXIES is empty: all people share the rate limits of the proxy']
}

/** OAuth providers; disabled ones are undefined. */
function providersOf(read: Read) {
  const { GOOGLE_CLIENT_ID: google, YANDEX_CLIENT_ID: yandex, VK_CLIENT_ID: vk } = read
  return {
    google: ifEnabled(google, {
      authorizeUrl: read.GOOGLE_AUTHORIZE_URL,
      tokeninfoUrl: read.GOOGLE_TOKENINFO_URL,
      userinfoUrl: read.GOOGLE_USERINFO_URL,
    }),
    yandex: ifEnabled(yandex, { authorizeUrl: read.YANDEX_AUTHORIZE_URL, infoUrl: read.YANDEX_INFO_URL }),
    // VK's codes work only with the redirect URL they were issued for.
    vk: ifEnabled(vk, { url: read.VK_URL, redirectUrl: `${new URL(read.PUBLIC_URL).origin}/oauth/vk` }),
  } as const
}

export type LlmConfig = NonNullable<ReturnType<typeof llmOf>>

/** The language model; undefined where there is none. */
function llmOf(read: Read) {
  if (!read.LLM_BASE_URL) return undefined
  return {
    baseUrl: read.LLM_BASE_URL,
    apiKey: read.LLM_API_KEY || undefined,
    model: read.LLM_MODEL ?? '',
    contextTokens: read.LLM_CONTEXT_TOKENS,
    timeoutMs: read.LLM_TIMEOUT_SECONDS * 1000,
    concurrency: read.LLM_CONCURRENCY,
    json: read.LLM_JSON,
    headers: read.LLM_HEADERS,
    extraBody: read.LLM_EXTRA_BODY,
    budget: { baseTokens: read.LLM_TOKENS_BASE, tokensPerHour: read.LLM_TOKENS_PER_HOUR },
    price: { input: read.LLM_PRICE_INPUT, output: read.LLM_PRICE_OUTPUT },
  } as const
}

export type PaymentsConfig = NonNullable<ReturnType<typeof paymentsOf>>

/** The payment provider; undefined where nothing can be bought. */
function paymentsOf(read: Read) {
  if (!read.YOOKASSA_SHOP_ID) return undefined
  return {
    url: read.YOOKASSA_URL,
    shopId: read.YOOKASSA_SHOP_ID,
    secretKey: read.YOOKASSA_SECRET_KEY ?? '',
    networks: read.YOOKASSA_NETWORKS,
    isTest: read.YOOKASSA_TEST,
    receipt: { vatCode: read.RECEIPT_VAT_CODE, taxSystem: read.RECEIPT_TAX_SYSTEM },
  } as const
}

function ifEnabled<Settings extends object>(id: string | undefined, settings: Settings) {
  return id ? { clientId: id, ...settings } : undefined
}

export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  }
}
