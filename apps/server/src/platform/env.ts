import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as z from 'zod'

import { workerRoles } from './worker-roles.ts'

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

const kopecks = z.coerce.number().min(0).default(0)

/** Every variable of the product, one by one; `config.ts` checks how they fit together. */
export const Env = z.object({
  DATABASE_URL: databaseUrl,
  /** Past a pooler that DATABASE_URL may lead through; for migrations, jobs and listeners, which need sessions. */
  DATABASE_DIRECT_URL: z.union([z.literal(''), databaseUrl]).optional(),
  S3_ENDPOINT: z.url(),
  /** The storage address for browsers, if it differs from the one for servers. */
  S3_PUBLIC_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().min(1),
  S3_BUCKET: z.string().min(3),
  S3_ACCESS_KEY: z.string().min(1),
  S3_SECRET_KEY: z.string().min(1),
  /** `report`: differences between bucket and database are only reported, for buckets that several databases share. */
  STORAGE_RECONCILE: z.enum(['repair', 'report']).default('repair'),
  /** Days that the bucket keeps what was deleted, and so how far a restore goes back; the privacy policy says 22. */
  BACKUP_DAYS: z.coerce.number().int().min(1).max(21).default(14),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** Sender address, without a name. */
  MAIL_FROM: z.email(),
  /** Base URL of the product; links in mails start with it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  TOKEN_SECRET: z.string().min(32),
  /** Keys of 32 bytes in base64: the first encrypts secrets at rest (API keys, webhooks, authenticators), all decrypt. */
  SECRETS_KEYS: list().pipe(z.array(z.base64().refine((key) => Buffer.from(key, 'base64').length === 32)).min(1)),
  /** Gets the messages of people; without it they go to MAIL_FROM. */
  OPERATOR_EMAIL: z.email().optional(),
  /** Keys of Web Push (`npx web-push generate-vapid-keys`); without them browsers get no notifications. */
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
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
  /** How long a transcription of `/v1` may wait for its text; OpenAI's clients give up, and try again, after 600 s. */
  API_TRANSCRIPTION_SECONDS: z.coerce.number().int().min(1).default(570),
  /** How long an api still serves after it turned not ready; at least the time that load balancers take to notice. */
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().min(0).max(300).default(0),
  OPS_HOST: z.string().default('127.0.0.1'),
  API_OPS_PORT: port.default(3001),
  WORKER_OPS_PORT: port.default(3002),
  /** Folder of the built web app; without it the process serves the API only. */
  WEB_ROOT: z.string().optional(),
  MODELS_DIR: z.string().min(1),
  /** The Whisper model; Russian has a model of its own where it is installed. */
  SPEECH_MODEL: z
    .enum(['whisper-tiny', 'whisper-base', 'whisper-small', 'whisper-medium', 'whisper-turbo'])
    .default('whisper-base'),
  /** Whether doubtful terms of a vocabulary are heard again with hotwords, where the model can. */
  SPEECH_HOTWORDS: z.stringbool().default(false),
  /** An OpenAI-compatible server that recognises speech, up to its `/v1`; without it this machine's models do. */
  SPEECH_BASE_URL: z.union([z.literal(''), webUrl]).optional(),
  SPEECH_API_KEY: z.string().optional(),
  SPEECH_REMOTE_MODEL: z.string().optional(),
  /** Of one request. Node gives up after 300 s without headers. */
  SPEECH_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(280).default(120),
  /** Sent with every request, such as `{"vad_filter":"true"}`. */
  SPEECH_EXTRA_FIELDS: jsonObject(z.string()),
  /** Diariser processes of a worker whose words come from a server; with 0 texts have no speakers. */
  SPEECH_DIARISERS: z.coerce.number().int().min(0).max(64).default(1),
  /** Roles of this worker. Without `speech` it loads no model. */
  WORKER_ROLES: list(workerRoles.join(',')).pipe(z.array(z.enum(workerRoles)).min(1)),
  /** Recognisers per worker, each of which takes one core; with `SPEECH_BASE_URL` requests in flight. */
  WORKER_SLOTS: z.coerce.number().int().min(1).max(256).default(1),
  WORK_DIR: z.string().default(join(tmpdir(), 'doslovno')),
  /** A collector of traces that speaks OTLP over HTTP; without it nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl,
  OTEL_SERVICE_NAME: z.string().optional(),
  /** Share of traces that are kept. */
  OTEL_TRACES_SAMPLER_ARG: z.preprocess((text) => text || undefined, z.coerce.number().min(0).max(1).default(1)),
  /** The commit that this was built from; images set it. */
  BUILD_COMMIT: z
    .string()
    .regex(/^([0-9a-f]{7,40})?$/, 'not a commit')
    .optional(),
  /** Where error lines are sent besides the log, in Sentry's protocol: `https://KEY@HOST/PROJECT`. */
  SENTRY_DSN: z.union([z.literal(''), webUrl.refine(isDsn, 'not https://KEY@HOST/PROJECT')]).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

export type Read = z.infer<typeof Env>
