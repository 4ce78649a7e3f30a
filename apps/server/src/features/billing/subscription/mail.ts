import { toMinutes } from '@doslovno/domain/billing/minutes.ts'
import { declineReasonOf } from '@doslovno/domain/billing/payment.ts'
import { renewalPrice } from '@doslovno/domain/billing/price.ts'
import { renewalPlan } from '@doslovno/domain/billing/subscription/course.ts'
import { NO_CARD } from '@doslovno/domain/billing/subscription/due.ts'
import { billingMails } from '@doslovno/texts/billing/mails.ts'
import type { MailContent } from '@doslovno/texts/mails.ts'
import * as z from 'zod'

import type { Context } from '#context.ts'
import { balanceOf } from '#features/billing/ledger/balance.ts'
import { findMethod } from '#features/billing/payments/repo.ts'
import { defineMail } from '#features/mails/index.ts'
import { contactOf } from '#features/users/index.ts'

import { subscriptionOf } from './repo.ts'

const ofUser = z.object({ userId: z.uuid() })
const ofTariff = ofUser.extend({ tariffName: z.string() })
const moment = z.iso.datetime()
const period = z.enum(['month', 'year'])
// Version 0.1.0 enqueues no card.
const price = { amountKopecks: z.int(), card: z.string().nullish() }

const BillingMail = z.discriminatedUnion('kind', [
  ofUser.extend({ kind: z.literal('renewalSoon'), paidUntil: moment }),
  ofTariff.extend({ kind: z.literal('paymentFailed'), reason: z.nullable(z.string()), until: moment }),
  ofTariff.extend({ kind: z.literal('cancelled'), until: moment }),
  ofTariff.extend({ kind: z.literal('unlinked'), until: z.nullable(moment) }),
  ofTariff.extend({ kind: z.literal('becameFree') }),
  ofTariff.extend({ kind: z.enum(['started', 'renewed']), period, until: moment, ...price }),
  ofUser.extend({ kind: z.literal('minutesBought'), minutes: z.int(), ...price }),
])
export type BillingMail = z.infer<typeof BillingMail>

/** Notifies the owner of a change of the subscription, and of every purchase. */
export const billingMail = defineMail({
  name: 'billing.mail',
  data: BillingMail,
  write: async (ctx, mail) => {
    const owner = await contactOf(ctx.db, mail.userId)
    if (!owner?.email) return undefined
    const to = { name: owner.name, timeZone: owner.timeZone, link: `${ctx.config.publicUrl}/account` }
    const content = await contentOf(ctx, mail, to)
    return content && { to: owner.email, content }
  },
})

type To = { name: string; timeZone: string | null; link: string }
type Warning = Extract<BillingMail, { kind: 'renewalSoon' }>
type Purchase = Extract<BillingMail, { kind: 'started' | 'renewed' | 'minutesBought' }>

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

async function contentOf(ctx: Context, mail: BillingMail, to: To): Promise<MailContent | undefined> {
  switch (mail.kind) {
    case 'renewalSoon':
      return warningOf(ctx, mail, to)
    case 'paymentFailed':
      return billingMails.paymentFailed({ ...to, ...mail, reason: reasonOf(mail.reason), until: new Date(mail.until) })
    case 'cancelled':
      return billingMails.cancelled({ ...to, ...mail, until: new Date(mail.until) })
    case 'unlinked':
      return billingMails.unlinked({ ...to, ...mail, until: mail.until === null ? null : new Date(mail.until) })
    case 'becameFree':
      return billingMails.becameFree({ ...to, ...mail })
    case 'started':
    case 'renewed':
    case 'minutesBought':
      return purchaseMail(ctx, mail, to)
  }
}

/** The balance is that of the moment when the mail is written. */
async function purchaseMail({ db, now }: Context, mail: Purchase, to: To): Promise<MailContent> {
  const { entitlements, planSeconds, extraSeconds } = await balanceOf(db, mail.userId, now())
  const balance = entitlements.isUnlimited ? null : toMinutes(planSeconds + extraSeconds)
  const about = { ...to, link: `${to.link}#payments`, card: mail.card ?? null, balance }
  if (mail.kind === 'minutesBought') return billingMails.minutesBought({ ...mail, ...about })
  return billingMails[mail.kind]({ ...mail, ...about, until: new Date(mail.until) })
}

function reasonOf(reason: string | null) {
  if (reason === NO_CARD) return 'noCard'
  return declineReasonOf({ status: 'canceled', cancelReason: reason }) ?? 'other'
}
