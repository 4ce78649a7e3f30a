import { type BreachedPasswords, createBreachedPasswords } from '#adapters/breached/index.ts'
import { createDownload, type Download } from '#adapters/download/index.ts'
import { createLlm } from '#adapters/llm/index.ts'
import type { Llm } from '#adapters/llm/port.ts'
import { createMail, type Mail } from '#adapters/mail/index.ts'
import { createMedia, type Media } from '#adapters/media/index.ts'
import { createOauth, type Oauth } from '#adapters/oauth/index.ts'
import { createPasswords, type Passwords } from '#adapters/passwords/index.ts'
import { createPayments } from '#adapters/payments/index.ts'
import type { PaymentProvider } from '#adapters/payments/port.ts'
import { createSpeech, type Speech } from '#adapters/speech/index.ts'
import { createStorage, type Storage } from '#adapters/storage/index.ts'
import type { Config } from '#platform/config.ts'
import { createDb, type Db } from '#platform/db.ts'
import { type Announce, createAnnounce, type Subscribers } from '#platform/events.ts'
import { type Job, type JobHandler, type Jobs, startJobs } from '#platform/jobs.ts'
import { createRateLimits, type RateLimits } from '#platform/limits/rate-limits.ts'
import type { Log } from '#platform/log.ts'
import { createTokens, type Tokens } from '#platform/tokens.ts'

// Features know adapters only by the context, and must tell an answer that was lost from a bad one.
export {
  type BadAnswer,
  type Llm,
  LlmBadAnswer,
  LlmLost,
  type LlmPurpose,
  type LlmReply,
  type LlmRequest,
  type LlmUsage,
} from '#adapters/llm/port.ts'

export {
  type NewCharge,
  type PaymentProvider,
  PaymentRefused,
  PaymentUnknown,
  type ProviderPayment,
  type ProviderRefund,
} from '#adapters/payments/port.ts'

/** Dependencies of every process, built once. Knows no feature. */
export type Context = {
  config: Config
  log: Log
  db: Db
  jobs: Jobs
  announce: Announce
  storage: Storage
  tokens: Tokens
  rateLimits: RateLimits
  passwords: Passwords
  breached: BreachedPasswords
  oauth: Oauth
  mail: Mail
  /** Undefined where no language model is configured. */
  llm: Llm | undefined
  /** Undefined where nothing can be bought. */
  payments: PaymentProvider | undefined
  now: () => Date
  close(): Promise<void>
}

/** A worker can also fetch and transcode recordings. */
export type WorkerContext = Context & { media: Media; download: Download }

/** Only workers with the role `speech` have models loaded. */
export type SpeechContext = WorkerContext & { speech: Speech }

type ContextOf<J extends Job> = J['role'] extends 'speech' ? SpeechContext : WorkerContext
export type Handler<J extends Job> = JobHandler<ContextOf<J>, J>

export async function createContext(
  config: Config,
  log: Log,
  subscribers: Subscribers,
  role: 'send' | 'work' = 'send',
): Promise<Context> {
  const db = createDb(config.databaseUrl, (error) => log.warn({ err: error }, 'database connection lost'))
  const jobs = await startJobs(config.databaseUrl, log, role)
  const mail = createMail(config.mail)
  const rateLimits = await createRateLimits({ ...config.rateLimits, log })
  return {
    config,
    log,
    db,
    jobs,
    announce: createAnnounce(jobs, subscribers),
    storage: createStorage(config.storage),
    tokens: createTokens(config.tokenSecret),
    rateLimits,
    passwords: createPasswords(),
    breached: createBreachedPasswords({ url: config.breachedPasswordsUrl, log }),
    oauth: createOauth(config.providers),
    mail,
    llm: createLlm(config.llm, { log }),
    payments: createPayments(config.payments),
    now: () => new Date(),
    close: async () => {
      await jobs.stop()
      mail.close()
      rateLimits.close()
      await db.destroy()
    },
  }
}

/** Without the role `speech` the context has no `speech`, and the worker takes no job that needs it. */
export async function createWorkerContext(
  config: Config,
  log: Log,
  subscribers: Subscribers,
): Promise<WorkerContext & { speech?: Speech }> {
  const speech = config.worker.roles.includes('speech') ? await createSpeech(config.speech) : undefined
  const base = await createContext(config, log, subscribers, 'work')
  const download = createDownload(config.download, { log })
  const close = async () => {
    await base.close()
    await download.close()
    speech?.close()
  }
  return { ...base, media: createMedia(), download, ...(speech && { speech }), close }
}
