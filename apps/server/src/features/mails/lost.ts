import type { Context } from '#context.ts'
import type { AppError } from '#platform/errors.ts'
import { idsOf } from '#platform/jobs.ts'
import { mailsLost } from '#platform/telemetry.ts'

/** Makes a mail that will never be sent visible to operators; its addressee cannot be told. */
export function reportLostMail({ log }: Context, job: string, failure: AppError, payload: object): void {
  mailsLost.inc({ job, reason: failure.code })
  log.warn({ job, reason: failure.code, ...idsOf(payload) }, 'a mail was not sent')
}
