import type { Context } from '#context.ts'
import type { AppError } from '#platform/errors.ts'
import type { Job } from '#platform/jobs.ts'
import { mailsLost } from '#platform/telemetry.ts'

/** Makes a mail that will never be sent visible to operators; its addressee cannot be told. */
export function reportLostMail({ log }: Context, job: Job, failure: AppError, ids: object = {}): void {
  mailsLost.inc({ job: job.name, reason: failure.code })
  log.warn({ job: job.name, reason: failure.code, ...ids }, 'a mail was not sent')
}
