import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as z from 'zod'

import { workerRoles } from './worker-roles.ts'

export const whisperModels = [
  'whisper-tiny',
  'whisper-base',
  'whisper-small',
  'whisper-medium',
  'whisper-turbo',
] as const

const port = z.coerce.number().int().min(0).max(65_535)
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ })
const webUrl = z.url({ protocol: /^https?$/ })
/** `.env` files leave what is not used empty. */
const optionalUrl = z.union([z.literal(''), webUrl]).optional()
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

/** Splits the path of a DSN into a folder and the project. */
export const DSN_PATH = /^(.*)\/(\w+)\/?$/

function isDsn(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && url.username !== '' && DSN_PATH.test(url.pathname)
}

/** Kopecks per million tokens. */
const prices = z
  .string()
  .default('0,0')
  .transform((text) => text.split(',').map(Number))
  .pipe(z.tuple([z.number().min(0), z.number().min(0)]))

const networks = (standard = '') =>
  list(standard).refine((given) => given.every((one) => isIP(one.replace(/\/\d+$/, ''))), 'not an address')

const isKey = (key: string) => Buffer.from(key, 'base64').length === 32

const product = {
  PUBLIC_URL: webUrl.describe('Base URL of the product. Passkeys belong to its host.'),
  TOKEN_SECRET: z.string().min(32).describe('Signs access tokens and unsubscribe links; at least 32 characters.'),
  SECRETS_KEYS: list()
    .pipe(z.array(z.base64().refine(isKey, 'not 32 bytes')).min(1))
    .describe(
      'Keys of 32 bytes in base64: the first encrypts API keys, webhooks and authenticators, all decrypt; a new one goes first.',
    ),
  NODE_ENV: z.string().optional().describe('`production` requires encrypted connections; images set it.'),
  ALLOW_PLAINTEXT: z
    .enum(['private-network'])
    .optional()
    .describe('`private-network`: unencrypted connections in production.'),
  TRUSTED_PROXIES: list().describe('Proxies that may set the client address, as addresses or networks.'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe('Valkey or Redis: all processes share their rate limits.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('`fatal`, `error`, `warn`, `info`, `debug` or `silent`.'),
}

const processes = {
  LISTEN_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address of both ports, never a public one: a proxy with TLS stands before.'),
  API_PORT: port.default(3000).describe('Port of the API.'),
  OPS_PORT: port
    .optional()
    .describe('Port of `/livez`, `/readyz` and `/metrics`; without it 3001 for the API, 3002 for a worker.'),
  SHUTDOWN_DELAY_SECONDS: z.coerce
    .number()
    .min(0)
    .max(300)
    .default(0)
    .describe('How long an api serves after it turned not ready.'),
  WORKER_ROLES: list(workerRoles.join(','))
    .pipe(z.array(z.enum(workerRoles)).min(1))
    .describe('Jobs of this worker; only `speech` loads models. Run at least one worker of each role.'),
  WORKER_SLOTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(256)
    .default(1)
    .describe('Recognisers per worker, one core and about 1 GB each; with `SPEECH_BASE_URL` requests in flight.'),
  WORK_DIR: z.string().default(join(tmpdir(), 'doslovno')).describe('Work folders of workers, on a local disk.'),
  BUILD_COMMIT: z
    .string()
    .regex(/^([0-9a-f]{7,40})?$/, 'not a commit')
    .optional()
    .describe('The commit that runs; images set it.'),
}

const stores = {
  DATABASE_URL: databaseUrl.describe('PostgreSQL.'),
  DATABASE_DIRECT_URL: z
    .union([z.literal(''), databaseUrl])
    .optional()
    .describe('Past a [pooler](high-availability.md#pgbouncer) that `DATABASE_URL` leads through.'),
  S3_ENDPOINT: z.url().describe('The store, as servers reach it.'),
  S3_PUBLIC_ENDPOINT: z.url().optional().describe('The store, as browsers reach it, if that differs.'),
  S3_REGION: z.string().min(1).describe('Region of the bucket.'),
  S3_BUCKET: z.string().min(3).describe('The bucket, private.'),
  S3_ACCESS_KEY: z.string().min(1).describe('Key of the store.'),
  S3_SECRET_KEY: z.string().min(1).describe('Its secret.'),
}

const people = {
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).describe('`smtps://`, or `smtp://` with STARTTLS.'),
  MAIL_FROM: z.email().describe('Sender address, without a name.'),
  OPERATOR_EMAIL: z.email().optional().describe('Gets the messages of people; without it `MAIL_FROM` does.'),
  SUPPORT_EMAIL: z
    .union([z.literal(''), z.email()])
    .optional()
    .describe('Shown to people on pages and in mails; without it `OPERATOR_EMAIL` or `MAIL_FROM` is.'),
  SELLER_NAME: z
    .string()
    .optional()
    .describe('The company or entrepreneur in the offer, the privacy policy and mails; without it they name nobody.'),
  SELLER_INN: z
    .string()
    .regex(/^(\d{10}|\d{12})?$/)
    .optional()
    .describe('Its taxpayer number (INN); required with `SELLER_NAME`.'),
  SELLER_OGRN: z
    .string()
    .regex(/^(\d{13}|\d{15})?$/)
    .optional()
    .describe('Its registration number (OGRN or OGRNIP); required with `SELLER_NAME`.'),
  SELLER_ADDRESS: z.string().optional().describe('Its postal address; required with `SELLER_NAME`.'),
  VAPID_PRIVATE_KEY: z
    .string()
    .refine((key) => !key || Buffer.from(key, 'base64url').length === 32, 'not a private key of Web Push')
    .optional()
    .describe('The private key of `npx web-push generate-vapid-keys`; without it browsers get no notifications.'),
  BREACHED_PASSWORDS_URL: webUrl
    .optional()
    .describe('A service with the protocol of Have I Been Pwned, asked besides the local list.'),
  GOOGLE_CLIENT_ID: clientId.describe('Enables sign-in by Google; 149-FZ allows it only for people outside Russia.'),
  YANDEX_CLIENT_ID: clientId.describe('Enables sign-in by Yandex.'),
  VK_CLIENT_ID: clientId.describe('Enables sign-in by VK.'),
  LINK_DENY: networks().describe('Networks that people’s links may not lead to: our own public addresses.'),
}

const speech = {
  MODELS_DIR: z.string().min(1).describe('Folder of the speech models; only workers read it.'),
  SPEECH_MODEL: z
    .string()
    .optional()
    .describe(
      `${whisperModels.map((name) => `\`${name}\``).join(', ')}; without it \`whisper-base\`. With \`SPEECH_BASE_URL\` the server’s name of its model, required.`,
    ),
  SPEECH_IDLE_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(600)
    .describe('A recogniser without work for so long ends and frees its memory; the next task starts it. 0: never.'),
  SPEECH_BASE_URL: z
    .union([z.literal(''), webUrl])
    .optional()
    .describe('An OpenAI-compatible server that recognises speech, up to its `/v1`: [Models](models.md).'),
  SPEECH_API_KEY: z.string().optional().describe('Sent to it as a bearer key.'),
  SPEECH_EXTRA_FIELDS: jsonObject(z.string()).describe(
    'Form fields of every request, a JSON object such as `{"vad_filter":"true"}`.',
  ),
  SPEECH_DIARISERS: z.coerce
    .number()
    .int()
    .min(0)
    .max(64)
    .default(1)
    .describe('Diariser processes of a worker with `SPEECH_BASE_URL`; with 0 texts have no speakers.'),
}

const languageModel = {
  LLM_BASE_URL: z
    .union([z.literal(''), webUrl])
    .optional()
    .describe(
      'An OpenAI-compatible language model, up to its `/v1`: [Models](models.md). Without it summaries are quoted.',
    ),
  LLM_API_KEY: z.string().optional().describe('Sent to it as a bearer key.'),
  LLM_MODEL: z.string().optional().describe('Name of the model; required with `LLM_BASE_URL`.'),
  LLM_CONTEXT_TOKENS: z.coerce
    .number()
    .int()
    .min(1000)
    .optional()
    .describe('Context window, if the server does not tell it; otherwise 8192 is assumed.'),
  LLM_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(4)
    .describe('Calls at a time, of the whole installation.'),
  LLM_HEADERS: jsonObject(z.string()).describe('Further headers, a JSON object.'),
  LLM_EXTRA_BODY: jsonObject(z.unknown()).describe(
    'Further fields of every call, a JSON object; overrides what we send.',
  ),
  LLM_PRICES: prices.describe('Kopecks per million tokens read and written, for the ledger of calls.'),
}

const payments = {
  YOOKASSA_SHOP_ID: z.string().optional().describe('The shop at YooKassa; without it nothing can be bought.'),
  YOOKASSA_SECRET_KEY: z.string().optional().describe('Its key; required with the shop.'),
  YOOKASSA_TEST: z
    .stringbool()
    .default(false)
    .describe('A test shop: its payments move no money, so a live installation refuses them.'),
  RECEIPT_VAT_CODE: z.coerce
    .number()
    .int()
    .min(1)
    .max(12)
    .default(1)
    .describe('Rate of VAT in receipts, by its code in 54-FZ; 1: none.'),
  RECEIPT_TAX_SYSTEM: z.coerce
    .number()
    .int()
    .min(1)
    .max(6)
    .optional()
    .describe('Tax system in receipts; shops with several need it.'),
}

const seeing = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl.describe(
    'A collector of [traces](monitoring.md#traces); the exporter’s other standard variables work too.',
  ),
  OTEL_TRACES_SAMPLER_ARG: z
    .preprocess((text) => text || undefined, z.coerce.number().min(0).max(1).default(1))
    .describe('Share of traces that are kept.'),
  SENTRY_DSN: z
    .union([z.literal(''), webUrl.refine(isDsn, 'not https://KEY@HOST/PROJECT')])
    .optional()
    .describe('`https://KEY@HOST/PROJECT`: error lines also go to this server in Sentry’s protocol.'),
}

/** Variables of operators in the order of `docs/operations/settings.md`, which `pnpm settings` writes. */
export const sections = {
  Product: product,
  Processes: processes,
  'Database and store': stores,
  People: people,
  Speech: speech,
  'Language model': languageModel,
  Payments: payments,
  Seeing: seeing,
}

/** Every variable of operators; `config.ts` checks how they fit together. */
export const Env = z.object({
  ...product,
  ...processes,
  ...stores,
  ...people,
  ...speech,
  ...languageModel,
  ...payments,
  ...seeing,
})

/** Variables of development, tests and benches alone: refused in production and under a public address. */
export const TestEnv = z.object({
  GOOGLE_AUTHORIZE_URL: webUrl.default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKENINFO_URL: webUrl.default('https://oauth2.googleapis.com/tokeninfo'),
  GOOGLE_USERINFO_URL: webUrl.default('https://openidconnect.googleapis.com/v1/userinfo'),
  YANDEX_AUTHORIZE_URL: webUrl.default('https://oauth.yandex.ru/authorize'),
  YANDEX_INFO_URL: webUrl.default('https://login.yandex.ru/info'),
  VK_URL: webUrl.default('https://id.vk.ru'),
  YOOKASSA_URL: webUrl.default('https://api.yookassa.ru/v3'),
  /** Networks that notifications come from, as YooKassa publishes them. */
  YOOKASSA_NETWORKS: networks(
    '185.71.76.0/27,185.71.77.0/27,77.75.153.0/25,77.75.156.11,77.75.156.35,77.75.154.128/25,2a02:5180::/32',
  ),
  /** `report`: differences between bucket and database are only reported, where several databases share a bucket. */
  STORAGE_RECONCILE: z.enum(['repair', 'report']).default('repair'),
  /** Multiplies every rate limit. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  /** Private host:port pairs that links may use anyway. */
  LINK_ALLOW_PRIVATE: list().refine((pairs) => pairs.every((pair) => /^[^\s/@]+:\d+$/.test(pair)), 'not host:port'),
  /** Lifetime of signed media URLs: short, so that a leaked one is soon useless; players renew them in time. */
  MEDIA_URL_SECONDS: z.coerce.number().int().min(5).max(3600).default(300),
  /** Further connections are closed at once. */
  API_MAX_CONNECTIONS: z.coerce.number().int().min(1).default(10_000),
  /** Folder of the built web app; without it the process serves the API only. */
  WEB_ROOT: z.string().optional(),
})

export type Read = z.infer<typeof Env> & z.infer<typeof TestEnv>
