import type * as z from 'zod'

import { type BreachedPasswords, createBreachedPasswords } from '#adapters/breached/index.ts'
import { createDownload, type Download } from '#adapters/download/index.ts'
import { createLlm } from '#adapters/llm/index.ts'
import type { Llm } from '#adapters/llm/port.ts'
import { createMail, type Mail } from '#adapters/mail/index.ts'
import { createMedia, type Media } from '#adapters/media/index.ts'
import { createOauth, type Oauth } from '#adapters/oauth/index.ts'
import { createPasskeys, type Passkeys } from '#adapters/passkeys/index.ts'
import { createPasswords, type Passwords } from '#adapters/passwords/index.ts'
import { createPayments } from '#adapters/payments/index.ts'
import type { PaymentProvider } from '#adapters/payments/port.ts'
import { createPreviews, type Previews } from '#adapters/previews/index.ts'
import { createPush, type Push } from '#adapters/push/index.ts'
import { createSpeech, type Speech } from '#adapters/speech/index.ts'
import { createStorage, type Storage } from '#adapters/storage/index.ts'
import { traceDownload, traceLlm, traceMail, traceMedia, traceSpeech, traceStorage } from '#adapters/traced.ts'
import { createWebhooks, type Webhooks } from '#adapters/webhooks/index.ts'
import type { Config } from '#platform/config.ts'
import { createDb, createProbe, type Db } from '#platform/db.ts'
import { type Announce, createAnnounce, type Subscribers } from '#platform/events.ts'
import { type Job, type Jobs, type JobWork, startJobs } from '#platform/jobs.ts'
import { createRateLimits, type RateLimits } from '#platform/limits/rate-limits.ts'
import type { Log } from '#platform/log.ts'
import { createMachine, type WorkerMachine } from '#platform/process/machine.ts'
import { createSecrets, type Secrets } from '#platform/secrets.ts'
import { createTokens, type Tokens } from '#platform/tokens.ts'
import type { WorkerRole } from '#platform/worker-roles.ts'
import { needsOf } from '#worker-needs.ts'

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

export { type Card as PreviewCard, IMAGE as PREVIEW_SIZE } from '#adapters/previews/index.ts'

export { SpeechFailure, SpeechLost } from '#adapters/speech/port.ts'

/** Dependencies of every process, built once. Knows no feature. */
export type Context = {
  config: Config
  log: Log
  db: Db
  /** For `/readyz` alone. */
  probe: Db
  jobs: Jobs
  announce: Announce
  storage: Storage
  tokens: Tokens
  secrets: Secrets
  rateLimits: RateLimits
  passwords: Passwords
  breached: BreachedPasswords
  passkeys: Passkeys
  oauth: Oauth
  mail: Mail
  /** Undefined where no language model is configured. */
  llm: Llm | undefined
  /** Undefined where nothing can be bought. */
  payments: PaymentProvider | undefined
  webhooks: Webhooks
  previews: Previews
  /** Undefined where browsers get no notifications. */
  push: Push | undefined
  now: () => Date
  close(): Promise<void>
}

/** A worker can also fetch and transcode recordings, and knows whether its machine is able to. */
export type WorkerContext = Context & { media: Media; download: Download; machine: WorkerMachine }

/** Only workers with the role `speech` have models loaded, or a speech server. */
export type SpeechContext = WorkerContext & { speech: Speech }

type ContextOf<R extends WorkerRole> = R extends 'speech' ? SpeechContext : WorkerContext

/** A job and its work. `run` imports what it needs when it runs: a process that only enqueues loads none of it. */
export function defineJob<N extends string, P extends z.ZodType, R extends WorkerRole>(
  job: Job<N, P, R> & JobWork<ContextOf<R>, P>,
): Job<N, P, R> & JobWork<ContextOf<R>, P> {
  return job
}

export async function createContext(
  config: Config,
  log: Log,
  subscribers: Subscribers,
  role: 'send' | 'work' = 'send',
): Promise<Context> {
  const isPooled = config.databaseUrl !== config.databaseDirectUrl
  const db = createDb(config.databaseUrl, (error) => log.warn({ err: error }, 'database connection lost'), { isPooled })
  const probe = createProbe(config.databaseUrl, { isPooled })
  const jobs = await startJobs(config.databaseDirectUrl, log, role)
  const mail = traceMail(createMail(config.mail))
  const rateLimits = await createRateLimits({ ...config.rateLimits, log })
  const previews = createPreviews()
  return {
    config,
    log,
    db,
    probe,
    jobs,
    announce: createAnnounce(jobs, subscribers),
    storage: traceStorage(createStorage(config.storage)),
    tokens: createTokens(config.tokenSecret),
    secrets: createSecrets(config.secretsKeys),
    rateLimits,
    passwords: createPasswords(),
    breached: createBreachedPasswords({ url: config.breachedPasswordsUrl, log }),
    passkeys: createPasskeys(config.publicUrl),
    oauth: createOauth(config.providers),
    mail,
    llm: traceLlm(createLlm(config.llm, { log })),
    payments: createPayments(config.payments),
    webhooks: createWebhooks(config),
    previews,
    push: createPush(config.push, config.download),
    now: () => new Date(),
    close: async () => {
      await jobs.stop()
      mail.close()
      rateLimits.close()
      await previews.close()
      await probe.destroy()
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
  const speech = config.worker.roles.includes('speech')
    ? traceSpeech(await createSpeech(config.speech, { log }))
    : undefined
  const base = await createContext(config, log, subscribers, 'work')
  const download = traceDownload(createDownload(config.download, { log }))
  const close = async () => {
    await base.close()
    await download.close()
    speech?.close()
  }
  const media = traceMedia(createMedia())
  const machine = createMachine(needsOf(config, { media, download, speech }), log)
  return { ...base, media, download, machine, ...(speech && { speech }), close }
}
