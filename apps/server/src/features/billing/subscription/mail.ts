import { declineReasonOf } from '@doslovno/domain/billing/payment.ts'
import { renewalPrice } from '@doslovno/domain/billing/price.ts'
import { renewalPlan } from '@doslovno/domain/billing/subscription/course.ts'
import { NO_CARD } from '@doslovno/domain/billing/subscription/due.ts'
import { billingMails } from '@doslovno/texts/billing/mails.ts'
import type { MailContent } from '@doslovno/texts/mails.ts'
import * as z from 'zod'

import type { Context } from '#context.ts'
import { findMethod } from '#features/billing/payments/repo.ts'
import { defineMail } from '#features/mails/index.ts'
import { contactOf } from '#features/users/index.ts'

import { subscriptionOf } from './repo.ts'

const ofUser = z.object({ userId: z.uuid() })
const ofTariff = ofUser.extend({ tariffName: z.string() })
const moment = z.iso.datetime()
const period = z.enum(['month', 'year'])

const BillingMail = z.discriminatedUnion('kind', [
  ofUser.extend({ kind: z.literal('renewalSoon'), paidUntil: moment }),
  ofTariff.extend({ kind: z.literal('paymentFailed'), reason: z.nullable(z.string()), until: moment }),
  ofTariff.extend({ kind: z.literal('cancelled'), until: moment }),
  ofTariff.extend({ kind: z.literal('unlinked'), until: z.nullable(moment) }),
  ofTariff.extend({ kind: z.literal('becameFree') }),
  ofTariff.extend({ kind: z.enum(['started', 'renewed']), period, until: moment, amountKopecks: z.int() }),
])
export type BillingMail = z.infer<typeof BillingMail>

/** Notifies the owner of a change of the subscription. */
export const billingMail = defineMail({
  name: 'billing.mail',
  data: BillingMail,
  write: async (ctx, mail) => {
    const owner = await contactOf(ctx.db, mail.userId)
    if (!owner?.email) return undefined
    const to = { name: owner.name, link: `${ctx.config.publicUrl}/account` }
    const content = mail.kind === 'renewalSoon' ? await warningOf(ctx, mail, to) : contentOf(mail, to)
    return content && { to: owner.email, content }
  },
})

type To = { name: string; link: string }
type Warning = Extract<BillingMail, { kind: 'renewalSoon' }>

/** Undefined if the renewal was cancelled meanwhile, or its plan changed: that has a warning of its own. */
async function warningOf(ctx: Context, { userId, paidUntil }: Warning, to: To) {
  const subscription = await subscriptionOf(ctx.db, userId)
  if (subscription.status !== 'active' || subscription.warnedFor?.toISOString() !== paidUntil) return undefined
  const tariff = subscription.nextTariff ?? subscription.tariff
  const { billingPeriod: period } = renewalPlan(subscription)
  const card = (await findMethod(ctx.db, userId))?.title ?? null
  const amountKopecks = renewalPrice(subscription, tariff)
  return billingMails.renewalSoon({ ...to, tariffName: tariff.name, period, at: new Date(paidUntil), amountKopecks, card }) // prettier-ignore
}

function contentOf(mail: Exclude<BillingMail, Warning>, to: To): MailContent {
  const { tariffName } = mail
  const about = { ...to, tariffName }
  switch (mail.kind) {
    case 'paymentFailed':
      return billingMails.paymentFailed({ ...about, reason: reasonOf(mail.reason), until: new Date(mail.until) })
    case 'cancelled':
      return billingMails.cancelled({ ...about, until: new Date(mail.until) })
    case 'unlinked':
      return billingMails.unlinked({ ...about, until: mail.until === null ? null : new Date(mail.until) })
    case 'becameFree':
      return billingMails.becameFree(about)
    case 'started':
    case 'renewed': {
      const { period, until, amountKopecks } = mail
      return billingMails[mail.kind]({ ...about, period, until: new Date(until), amountKopecks })
    }
  }
}

function reasonOf(reason: string | null) {
  if (reason === NO_CARD) return 'noCard'
  return declineReasonOf({ status: 'canceled', cancelReason: reason }) ?? 'other'
}
