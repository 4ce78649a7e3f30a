import { createECDH } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

import * as z from 'zod'

import { type Build, readBuild } from './build.ts'
import { DSN_PATH, Env, type Read, TestEnv, whisperModels } from './env.ts'

/** The secret that the repository contains (`scripts/settings.ts`): everybody can sign tokens with it. */
export const DEVELOPMENT_SECRET = 'only-for-development-never-in-production'

/** The same for `SECRETS_KEYS`. */
export const DEVELOPMENT_SECRETS_KEY = 'b25seS1mb3ItZGV2ZWxvcG1lbnQtbmV2ZXItcHJvZC4='

/** Ports that users' links may use, and how long a download takes at most. */
const LINK_PORTS: readonly number[] = [80, 443]
const LINK_SECONDS: number = 3600
/** How long a transcription of `/v1` may wait for its text; OpenAI's clients give up, and try again, after 600 s. */
const TRANSCRIPTION_SECONDS: number = 570
/** Of one call. Node gives up after 300 s without headers. */
const LLM_TIMEOUT_MS: number = 180_000
const SPEECH_TIMEOUT_MS: number = 120_000
/** Budget of one reading: tokens, and more per started hour. */
const READING_BUDGET: { baseTokens: number; tokensPerHour: number } = { baseTokens: 30_000, tokensPerHour: 50_000 }

const SafeEnv = z
  .object({ ...Env.shape, ...TestEnv.shape })
  .refine((read) => read.TOKEN_SECRET !== DEVELOPMENT_SECRET || isLocal(read), {
    path: ['TOKEN_SECRET'],
    message: 'the secret of the repository, which everybody knows; generate one',
  })
  .refine((read) => !read.SECRETS_KEYS.includes(DEVELOPMENT_SECRETS_KEY) || isLocal(read), {
    path: ['SECRETS_KEYS'],
    message: 'the key of the repository, which everybody knows; generate one',
  })
  .refine((read) => !read.YOOKASSA_SHOP_ID || read.YOOKASSA_SECRET_KEY, {
    path: ['YOOKASSA_SECRET_KEY'],
    message: 'give the key of YOOKASSA_SHOP_ID',
  })
  .refine((read) => !read.LLM_BASE_URL || read.LLM_MODEL, {
    path: ['LLM_MODEL'],
    message: 'name the model of LLM_BASE_URL',
  })
  .refine((read) => !read.SPEECH_BASE_URL || read.SPEECH_MODEL, {
    path: ['SPEECH_MODEL'],
    message: 'name the model of SPEECH_BASE_URL',
  })
  .refine((read) => read.SPEECH_BASE_URL || whisperOf(read), {
    path: ['SPEECH_MODEL'],
    message: `one of ${whisperModels.join(', ')}`,
  })
  .superRefine((read, ctx) => {
    const message = 'give it with SELLER_NAME'
    for (const name of ['SELLER_INN', 'SELLER_OGRN', 'SELLER_ADDRESS'] as const)
      if (read.SELLER_NAME && !read[name]) ctx.addIssue({ code: 'custom', path: [name], message })
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
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...misplacedOf(env).map((name) => `${name}: only for tests, with PUBLIC_URL on loopback and not in production`),
  ]
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const read = parsed.data
  const build = readBuild(read.BUILD_COMMIT || undefined)
  return {
    build,
    databaseUrl: read.DATABASE_URL,
    databaseDirectUrl: directUrlOf(read),
    /** People reach the product from this machine only. */
    isLocal: isLocal(read),
    /** Whether this is a developer's machine: neither the product nor its database is anywhere else. */
    isDevelopment: isLocal(read) && isLoopback(read.DATABASE_URL) && isLoopback(directUrlOf(read)),
    storage: storageOf(read),
    isReconcileDry: read.STORAGE_RECONCILE === 'report',
    mail: { smtpUrl: read.SMTP_URL, from: read.MAIL_FROM, isTlsRequired: needsTls(read, read.SMTP_URL) },
    publicUrl: new URL(read.PUBLIC_URL).origin,
    tokenSecret: read.TOKEN_SECRET,
    secretsKeys: read.SECRETS_KEYS,
    ...contactsOf(read),
    push: pushOf(read),
    breachedPasswordsUrl: read.BREACHED_PASSWORDS_URL,
    providers: providersOf(read),
    llm: llmOf(read),
    payments: paymentsOf(read),
    rateLimits: { redisUrl: read.REDIS_URL, factor: read.RATE_LIMIT_FACTOR },
    trustedProxies: read.TRUSTED_PROXIES,
    warnings: warningsOf(read),
    download: {
      ports: LINK_PORTS,
      denied: read.LINK_DENY,
      seconds: LINK_SECONDS,
      allowedPrivateHosts: read.LINK_ALLOW_PRIVATE,
    },
    mediaUrlSeconds: read.MEDIA_URL_SECONDS,
    api: {
      host: read.LISTEN_HOST,
      port: read.API_PORT,
      maxConnections: read.API_MAX_CONNECTIONS,
      transcriptionSeconds: TRANSCRIPTION_SECONDS,
      shutdownDelaySeconds: read.SHUTDOWN_DELAY_SECONDS,
    },
    ops: { host: read.LISTEN_HOST, ...(read.OPS_PORT !== undefined && { port: read.OPS_PORT }) },
    webRoot: read.WEB_ROOT ?? builtWebApp(read),
    speech: {
      modelsDir: read.MODELS_DIR,
      model: whisperOf(read) ?? 'whisper-base',
      slots: read.WORKER_SLOTS,
      idleSeconds: read.SPEECH_IDLE_SECONDS,
      remote: remoteSpeechOf(read),
    },
    worker: { roles: read.WORKER_ROLES },
    workDir: read.WORK_DIR,
    tracing: tracingOf(read, build),
    errorReports: errorReportsOf(read, build),
    logLevel: read.LOG_LEVEL,
  } as const
}

/** Variables of tests that are set where people are served. */
function misplacedOf(env: Record<string, string | undefined>): string[] {
  const { NODE_ENV, PUBLIC_URL = '' } = env
  if (!URL.canParse(PUBLIC_URL) || isLocal({ NODE_ENV, PUBLIC_URL })) return []
  return Object.keys(TestEnv.shape).filter((name) => env[name])
}

/** In production the web app as `pnpm build` leaves it, unless there is none. */
function builtWebApp({ NODE_ENV }: Read): string | undefined {
  const folder = resolve(import.meta.dirname, '../../../web/dist/app')
  return NODE_ENV === 'production' && existsSync(folder) ? folder : undefined
}

/** The model of this machine; undefined if it has none of that name. */
function whisperOf({ SPEECH_MODEL = 'whisper-base' }: Read) {
  return whisperModels.find((name) => name === SPEECH_MODEL)
}

function directUrlOf({ DATABASE_URL, DATABASE_DIRECT_URL }: Read): string {
  return DATABASE_DIRECT_URL || DATABASE_URL
}

/** The product is reachable from this machine only. */
function isLocal(read: { NODE_ENV?: string | undefined; PUBLIC_URL: string }): boolean {
  return read.NODE_ENV !== 'production' && isLoopback(read.PUBLIC_URL)
}

/** Without a host: a Unix socket. */
function isLoopback(url: string): boolean {
  return /^(|localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

function needsTls({ NODE_ENV, ALLOW_PLAINTEXT }: Read, url: string): boolean {
  return NODE_ENV === 'production' && !ALLOW_PLAINTEXT && !isLoopback(url)
}

/** Variables whose connections would be readable on the network. Mails are sent with STARTTLS or not at all. */
function plaintextOf(read: Read): string[] {
  const { S3_ENDPOINT, S3_PUBLIC_ENDPOINT, REDIS_URL, LLM_BASE_URL, SPEECH_BASE_URL } = read
  const { OTEL_EXPORTER_OTLP_ENDPOINT, SENTRY_DSN } = read
  const isOpenDatabase = (url: string) =>
    needsTls(read, url) && !['require', 'verify-full'].includes(new URL(url).searchParams.get('sslmode') ?? '')
  const isOpen = (url: string | undefined) => url && /^(http|redis):/.test(url) && needsTls(read, url)
  return [
    ...(isOpenDatabase(read.DATABASE_URL) ? ['DATABASE_URL'] : []),
    ...(read.DATABASE_DIRECT_URL && isOpenDatabase(read.DATABASE_DIRECT_URL) ? ['DATABASE_DIRECT_URL'] : []),
    ...(isOpen(S3_ENDPOINT) ? ['S3_ENDPOINT'] : []),
    ...(isOpen(S3_PUBLIC_ENDPOINT) ? ['S3_PUBLIC_ENDPOINT'] : []),
    ...(isOpen(REDIS_URL) ? ['REDIS_URL'] : []),
    ...(isOpen(LLM_BASE_URL) ? ['LLM_BASE_URL'] : []),
    ...(isOpen(SPEECH_BASE_URL) ? ['SPEECH_BASE_URL'] : []),
    ...(isOpen(OTEL_EXPORTER_OTLP_ENDPOINT) ? ['OTEL_EXPORTER_OTLP_ENDPOINT'] : []),
    ...(isOpen(SENTRY_DSN) ? ['SENTRY_DSN'] : []),
  ]
}

/** Settings that work, but hardly as meant. */
function warningsOf(read: Read): string[] {
  const { PUBLIC_URL, TRUSTED_PROXIES, SELLER_NAME } = read
  const isBehindUnknown = PUBLIC_URL.startsWith('https:') && TRUSTED_PROXIES.length === 0
  return [
    ...(isBehindUnknown
      ? ['PUBLIC_URL is https, but TRUSTED_PROXIES is empty: all people share the rate limits of the proxy']
      : []),
    // No refusal: a running shop must not go down at an upgrade for want of words.
    ...(SELLER_NAME || isLocal(read) ? [] : ['SELLER_NAME is not set: the offer and the privacy policy name nobody']),
  ]
}

/** Addresses of the people who run it: one gets the messages of people, the other is shown to them. */
function contactsOf(read: Read) {
  const operatorEmail = read.OPERATOR_EMAIL ?? read.MAIL_FROM
  return { operatorEmail, support: read.SUPPORT_EMAIL || operatorEmail, seller: sellerOf(read) } as const
}

/** The company that answers for sales and personal data; undefined where the operator named none. */
function sellerOf({ SELLER_NAME: name, SELLER_INN: inn, SELLER_OGRN: ogrn, SELLER_ADDRESS: address }: Read) {
  return name && inn && ogrn && address ? { name, inn, ogrn, address } : undefined
}

function storageOf(read: Read) {
  return {
    endpoint: read.S3_ENDPOINT,
    publicEndpoint: read.S3_PUBLIC_ENDPOINT ?? read.S3_ENDPOINT,
    region: read.S3_REGION,
    bucket: read.S3_BUCKET,
    accessKey: read.S3_ACCESS_KEY,
    secretKey: read.S3_SECRET_KEY,
  } as const
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

export type TracingConfig = NonNullable<ReturnType<typeof tracingOf>>

/** Where traces go; undefined where nothing is traced. */
function tracingOf(read: Read, { version }: Build) {
  if (!read.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined
  return {
    endpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT,
    ratio: read.OTEL_TRACES_SAMPLER_ARG,
    version,
  } as const
}

export type ErrorReportsConfig = NonNullable<ReturnType<typeof errorReportsOf>>

/** Where error lines are sent; undefined where they stay in the log. */
function errorReportsOf({ SENTRY_DSN, NODE_ENV = 'development' }: Read, { version }: Build) {
  if (!SENTRY_DSN) return undefined
  const { origin, pathname, username } = new URL(SENTRY_DSN)
  const [, folder = '', project = ''] = DSN_PATH.exec(pathname) ?? []
  return {
    url: `${origin}${folder}/api/${project}/envelope/`,
    key: username,
    from: { environment: NODE_ENV, release: version },
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
    timeoutMs: LLM_TIMEOUT_MS,
    concurrency: read.LLM_CONCURRENCY,
    headers: read.LLM_HEADERS,
    extraBody: read.LLM_EXTRA_BODY,
    budget: READING_BUDGET,
    price: { input: read.LLM_PRICES[0], output: read.LLM_PRICES[1] },
  } as const
}

export type RemoteSpeechConfig = NonNullable<ReturnType<typeof remoteSpeechOf>>

/** The speech server; undefined where this machine's models recognise. */
function remoteSpeechOf(read: Read) {
  if (!read.SPEECH_BASE_URL) return undefined
  return {
    baseUrl: read.SPEECH_BASE_URL,
    apiKey: read.SPEECH_API_KEY || undefined,
    model: read.SPEECH_MODEL ?? '',
    timeoutMs: SPEECH_TIMEOUT_MS,
    extraFields: read.SPEECH_EXTRA_FIELDS,
    diarisers: read.SPEECH_DIARISERS,
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

export type PushConfig = NonNullable<ReturnType<typeof pushOf>>

/** Web Push; undefined where browsers get no notifications. */
function pushOf(read: Read) {
  if (!read.VAPID_PRIVATE_KEY) return undefined
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(read.VAPID_PRIVATE_KEY, 'base64url')
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: read.VAPID_PRIVATE_KEY,
    /** Whom a push service may write to. */
    contact: `mailto:${read.OPERATOR_EMAIL ?? read.MAIL_FROM}`,
  } as const
}

function ifEnabled<Settings extends object>(id: string | undefined, settings: Settings) {
  return id ? { clientId: id, ...settings } : undefined
}

export class ConfigError extends Error {
  override name = 'ConfigError'
  /** Each as `VARIABLE: what is wrong`. */
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}
