import * as z from 'zod'

import { accountPayments, recoverPayments, refundByHand } from '#features/billing/index.ts'

import { type Command, Refusal } from './command.ts'
import { findUser } from './find-user.ts'

const refusals = {
  unknownPayment: 'there is no such payment',
  notPaid: 'the payment was not paid',
  moreThanLeft: 'this is more than is left of the payment',
  nothingLeft: 'all of the payment went back already',
  noPlan: '--end: the payment was not for a subscription',
}

const one = { least: 1, most: 1 }
const PaymentId = z.uuid('PAYMENT: an id')
const Since = z.iso.datetime('--since: a moment, such as 2027-01-31T09:00:00Z').transform((moment) => new Date(moment))
const Kopecks = z
  .string()
  .regex(/^\d+(\.\d\d)?$/, '--amount: roubles, such as 500.00')
  .transform((roubles) => Math.round(Number(roubles) * 100))
  .pipe(z.int().min(1, '--amount: more than nothing'))
  .optional()

export const paymentCommands: readonly Command[] = [
  {
    name: 'payments list',
    usage: 'EMAIL|ID',
    help: 'Lists the payments of an account, in roubles.',
    words: one,
    kind: 'reading',
    prepare:
      ({ words }) =>
      async (ctx) => {
        const { payments } = await accountPayments(ctx.db, (await findUser(ctx, words[0])).id, ctx.now())
        return {
          data: payments.map(({ id, createdAt, type, status, amount, refunded }) => ({
            id,
            createdAt,
            type,
            status,
            amount,
            refunded,
          })),
        }
      },
  },
  {
    name: 'payments refund',
    usage: 'PAYMENT [--amount 500.00] [--end]',
    help: `Sends the money of a payment back: all that is left of it, or a part.
--end also ends the subscription that the payment was for, and its minutes.`,
    words: one,
    options: { amount: { type: 'string' }, end: { type: 'boolean' } },
    kind: 'destructive',
    prepare: ({ words, options, operator }) => {
      const wish = {
        paymentId: PaymentId.parse(words[0]),
        amountKopecks: Kopecks.parse(options.amount),
        endsPlan: options.end === true,
        ...operator,
      }
      return async (ctx) => {
        const refund = await refundByHand(ctx, wish)
        if (typeof refund === 'string') throw new Refusal(refusals[refund])
        const { id, status, amountKopecks } = refund
        // `created`: the provider did not answer; a worker sends it again.
        return { data: { id, roubles: (amountKopecks / 100).toFixed(2), status }, isBad: status === 'canceled' }
      }
    },
  },
  {
    name: 'payments recover',
    usage: '--since 2027-01-31T09:00:00Z',
    help: `Brings back the payments and refunds since a moment that a restored database has lost, as the provider has
them. It may be repeated. Exits with 1 if some were paid by no order of ours.`,
    words: { least: 0, most: 0 },
    options: { since: { type: 'string' } },
    kind: 'change',
    prepare: ({ options, operator }) => {
      const since = Since.parse(options.since)
      return async (ctx) => {
        const report = await recoverPayments(ctx, since, operator)
        return { data: report, isBad: report.unknown.length > 0 }
      }
    },
  },
]
