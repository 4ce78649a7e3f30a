import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export const registry = new Registry()
collectDefaultMetrics({ register: registry })

const registers = [registry]

/** Labelled by route template, never by path: a label must not carry an id. */
export const requestDuration = new Histogram({
  name: 'http_server_request_duration_seconds',
  help: 'Request duration',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
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

/** Set by workers that hand out tasks. */
export const storageDown = new Gauge({
  name: 'storage_down',
  help: '1 while storage does not answer and no tasks are handed out',
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
  help: 'Answers of the payment provider that contradict the order, by kind',
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
