import type { Mismatch } from '@doslovno/domain/billing/payment.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'

export const registry = new Registry()
collectDefaultMetrics({ register: registry })

const registers = [registry]

/** Always 1; the labels tell which release runs. */
export const buildInfo = new Gauge({
  name: 'build_info',
  help: 'The release that this process runs',
  labelNames: ['version', 'commit'],
  registers,
})

/** Labelled by route template, never by path: a label must not carry an id. */
export const requestDuration = new Histogram({
  name: 'http_server_request_duration_seconds',
  help: 'Request duration',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
  registers,
})

export const previewDuration = new Histogram({
  name: 'preview_draw_duration_seconds',
  help: 'Duration of drawing one preview of a public file',
  buckets: [0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 5],
  registers,
})

export const openStreams = new Gauge({
  name: 'event_streams_open',
  help: 'Open streams of live updates',
  registers,
})

export const jobDuration = new Histogram({
  name: 'job_duration_seconds',
  help: 'Duration of one attempt of a job',
  labelNames: ['job'],
  buckets: [0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800],
  registers,
})

export const jobsTotal = new Counter({
  name: 'jobs_total',
  help: 'Job attempts by outcome',
  labelNames: ['job', 'outcome'],
  registers,
})

export const deadLettersTotal = new Counter({
  name: 'dead_letters_total',
  help: 'Jobs given up because they ran out of attempts',
  labelNames: ['job'],
  registers,
})

export const mailsLost = new Counter({
  name: 'mails_lost_total',
  help: 'Mails that were never sent, by reason',
  labelNames: ['job', 'reason'],
  registers,
})

export const storageMismatches = new Counter({
  name: 'storage_mismatches_total',
  help: 'Differences found between storage and database, by kind',
  labelNames: ['kind'],
  registers,
})

export const storageRepairs = new Counter({
  name: 'storage_repairs_total',
  help: 'Differences between storage and database that were repaired, by kind',
  labelNames: ['kind'],
  registers,
})

export const audioSeconds = new Counter({
  name: 'audio_seconds_total',
  help: 'Seconds of recordings recognised',
  labelNames: ['model'],
  registers,
})

export const loginsTotal = new Counter({
  name: 'login_total',
  help: 'Sign-ins by outcome',
  labelNames: ['outcome'],
  registers,
})

export const refreshReused = new Counter({
  name: 'refresh_reuse_total',
  help: 'Sessions ended by a reused token',
  registers,
})

export const rateLimited = new Counter({
  name: 'rate_limited_total',
  help: 'Calls refused by a rate limit',
  labelNames: ['rule'],
  registers,
})

export const linkFetchesBlocked = new Counter({
  name: 'link_fetch_blocked_total',
  help: 'Link addresses refused, by reason',
  labelNames: ['reason'],
  registers,
})

export const uploadBytes = new Counter({ name: 'upload_bytes_total', help: 'Bytes of finished uploads', registers })

export const uploadsAborted = new Counter({
  name: 'upload_aborted_total',
  help: 'Uploads that did not finish',
  registers,
})

export const workerReady = new Gauge({
  name: 'worker_ready',
  help: '1 while the worker passes its self-test and takes jobs',
  registers,
})

/** Read before every job that deletes or charges; renewals are looked for every minute. */
export const clockAhead = new Gauge({
  name: 'clock_ahead_seconds',
  help: "This machine's clock less that of the database, as last compared",
  registers,
})

/** Set by workers that hand out tasks. */
export const storageDown = new Gauge({
  name: 'storage_down',
  help: '1 while storage does not answer and no tasks are handed out',
  registers,
})

export const speechRequests = new Counter({
  name: 'speech_requests_total',
  help: 'Chunks sent to the speech server, by outcome',
  labelNames: ['outcome'],
  registers,
})

export const speechServerDown = new Gauge({
  name: 'speech_server_down',
  help: '1 while the speech server does not hear the test clip and tasks wait',
  registers,
})

export const staleHolds = new Counter({
  name: 'holds_stale_total',
  help: 'Holds released because their process no longer ran',
  registers,
})

/** Set by the nightly audit; 0 where a check found nothing. */
export const ledgerMismatches = new Gauge({
  name: 'ledger_mismatches',
  help: 'Rows that the last audit of the ledger found wrong, by check',
  labelNames: ['check'],
  registers,
})

export const llmCalls = new Counter({
  name: 'llm_calls_total',
  help: 'Calls of the language model, by purpose and outcome',
  labelNames: ['purpose', 'outcome'],
  registers,
})

export const llmTokens = new Counter({
  name: 'llm_tokens_total',
  help: 'Tokens that the language model charged for',
  labelNames: ['purpose', 'direction'],
  registers,
})

export const llmDuration = new Histogram({
  name: 'llm_call_duration_seconds',
  help: 'Duration of one call of the language model',
  labelNames: ['purpose'],
  buckets: [0.5, 1, 2, 5, 10, 20, 40, 80, 160, 300],
  registers,
})

export const statementsTotal = new Counter({
  name: 'summary_statements_total',
  help: 'Statements that a language model wrote, by verdict of the check',
  labelNames: ['verdict'],
  registers,
})

/** Set by each process that calls the model. */
export const llmPaused = new Gauge({
  name: 'llm_paused',
  help: '1 while the language model does not answer and calls are paused',
  registers,
})

export const paymentsTotal = new Counter({
  name: 'payments_total',
  help: 'Payments decided, by kind and outcome',
  labelNames: ['kind', 'outcome'],
  registers,
})

export const paymentsUnknown = new Counter({
  name: 'payments_unknown_total',
  help: 'Orders sent to the payment provider without a definite answer',
  registers,
})

export const paymentMismatches = new Counter({
  name: 'payment_mismatches_total',
  help: 'Answers of the payment provider that contradict the order or our refunds, by kind',
  labelNames: ['kind'],
  registers,
})

export const notificationsRefused = new Counter({
  name: 'payment_notifications_refused_total',
  help: 'Notifications from addresses that are not the payment provider',
  registers,
})

export const receiptsFailed = new Counter({
  name: 'receipts_failed_total',
  help: 'Payments whose fiscal receipt was not registered',
  registers,
})

export const refundsTotal = new Counter({
  name: 'refunds_total',
  help: 'Refunds decided, by outcome',
  labelNames: ['outcome'],
  registers,
})

export const switchOff = new Gauge({
  name: 'switch_off',
  help: '1 while an operator has switched this off',
  labelNames: ['name'],
  registers,
})

export const webhookAttempts = new Counter({
  name: 'webhook_attempts_total',
  help: 'Attempts to deliver to webhooks, by outcome',
  labelNames: ['outcome'],
  registers,
})

export const webhooksSwitchedOff = new Counter({
  name: 'webhooks_switched_off_total',
  help: 'Webhooks that we switched off, by reason',
  labelNames: ['reason'],
  registers,
})

/** Set by the one worker that has the turn to report; the others have no series. */
export const queueDepth = new Gauge({
  name: 'queue_depth',
  help: 'Jobs that are due and wait for a worker; of transcription.task also tasks that wait for the dispatcher',
  labelNames: ['job'],
  registers,
})

export const queueOldestSeconds = new Gauge({
  name: 'queue_oldest_seconds',
  help: 'How long the job that has been due longest has waited; of transcription.task, how long a user has',
  labelNames: ['job'],
  registers,
})

export const queueAudioSeconds = new Gauge({
  name: 'queue_audio_seconds',
  help: 'Seconds of recordings that running processes have yet to recognise',
  labelNames: ['class'],
  registers,
})

export const jobLastSuccess = new Gauge({
  name: 'job_last_success_timestamp_seconds',
  help: 'When this worker last completed a job of the kind',
  labelNames: ['job'],
  registers,
})

/** Set at each scrape: what /readyz would answer. */
export const serviceReady = new Gauge({
  name: 'service_ready',
  help: '1 while the process is ready for traffic or jobs',
  registers,
})

type Pool = { totalCount: number; idleCount: number; waitingCount: number; ended: boolean }
const pools = new Set<Pool>()

/** Reports a pool of connections until it has ended. */
export function watchPool(pool: Pool): void {
  pools.add(pool)
}

/** Whether calls wait because every connection to the database is in use. */
export function isPoolFull(): boolean {
  return sumOfPools(({ waitingCount }) => waitingCount) > 0
}

function sumOfPools(count: (pool: Pool) => number): number {
  for (const pool of pools) if (pool.ended) pools.delete(pool)
  return [...pools].reduce((sum, pool) => sum + count(pool), 0)
}

export const poolWaiting = new Gauge({
  name: 'db_pool_waiting',
  help: 'Queries that wait for a connection to the database',
  registers,
  collect() {
    this.set(sumOfPools(({ waitingCount }) => waitingCount))
  },
})

export const poolConnections = new Gauge({
  name: 'db_pool_connections',
  help: 'Connections to the database, by state',
  labelNames: ['state'],
  registers,
  collect() {
    this.set(
      { state: 'idle' },
      sumOfPools(({ idleCount }) => idleCount),
    )
    this.set(
      { state: 'busy' },
      sumOfPools(({ totalCount, idleCount }) => totalCount - idleCount),
    )
  },
})

/**
 * Begins the counters of a job at 0. Prometheus sees a counter grow only between two of its values: without this the
 * first dead letter of a worker would raise no alert.
 */
export function beginCounters({ name: job, role }: { name: string; role: string }): void {
  for (const outcome of ['done', 'retry', 'final']) jobsTotal.inc({ job, outcome }, 0)
  deadLettersTotal.inc({ job }, 0)
  if (role !== 'mail') return
  for (const reason of ['mailLinkExpired', 'mailRefused', 'processingFailed']) mailsLost.inc({ job, reason }, 0)
}

// The same for counters of money.
for (const kind of ['order', 'payment', 'amount', 'currency', 'shop', 'test', 'refund'] satisfies (
  | Mismatch
  | 'refund'
)[])
  paymentMismatches.inc({ kind }, 0)
for (const outcome of ['succeeded', 'canceled']) refundsTotal.inc({ outcome }, 0)
