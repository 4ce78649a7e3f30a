import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'
import { retryForDays, retryForMinutes } from '#platform/retry-schedule.ts'

/** Carries out what time has made due: warnings, charges of saved cards, ends. */
export const renew = defineJob({
  name: 'billing.renew',
  role: 'billing',
  payload: z.object({}),
  ...retryForMinutes,
  attempts: 1,
  timeoutSeconds: 900,
  concurrency: 1,
  cron: '* * * * *',
})

const ofUser = z.object({ userId: z.uuid() })
const ofTariff = ofUser.extend({ tariffName: z.string() })
const moment = z.iso.datetime()
const period = z.enum(['month', 'year'])

/** Notifies the owner of a change of the subscription. */
export const mail = defineJob({
  name: 'billing.mail',
  role: 'mail',
  payload: z.discriminatedUnion('kind', [
    ofUser.extend({ kind: z.literal('renewalSoon'), paidUntil: moment }),
    ofTariff.extend({ kind: z.literal('paymentFailed'), reason: z.nullable(z.string()), until: moment }),
    ofTariff.extend({ kind: z.literal('cancelled'), until: moment }),
    ofTariff.extend({ kind: z.literal('unlinked'), until: z.nullable(moment) }),
    ofTariff.extend({ kind: z.literal('becameFree') }),
    ofTariff.extend({ kind: z.enum(['started', 'renewed']), period, until: moment, amountKopecks: z.int() }),
  ]),
  ...retryForDays,
  timeoutSeconds: 120,
  concurrency: 2,
})
export type BillingMail = z.infer<typeof mail.payload>
