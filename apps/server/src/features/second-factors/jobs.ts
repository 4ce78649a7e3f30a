import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'
import { retryForDays } from '#platform/retry-schedule.ts'

export const noticeKinds = [
  'totpAdded',
  'totpRemoved',
  'passkeyAdded',
  'passkeyRemoved',
  'recoveryCodesRenewed',
  'recoveryCodeUsed',
  'secondFactorsRemoved',
  'wrongCodes',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Mails the owner what happened to the protection of the account. */
export const sendNotice = defineJob({
  name: 'second-factors.notice',
  role: 'mail',
  payload: z.object({ kind: z.enum(noticeKinds), email: z.string(), name: z.string() }),
  ...retryForDays,
  timeoutSeconds: 120,
  concurrency: 2,
})
