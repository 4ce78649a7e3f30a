import { parseArgs } from 'node:util'

import * as z from 'zod'

import { createContext } from '#context.ts'
import { refundByHand } from '#features/billing/index.ts'
import { subscribers } from '#handlers.ts'
import { readConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'

const USAGE = `Sends the money of a payment back, all that is left of it or a part.

  refund <payment id> [--amount 500.00] --reason <text> [--end]

  --end   also ends the subscription that the payment was for, and its minutes`

const refusals = {
  unknownPayment: 'there is no such payment',
  notPaid: 'the payment was not paid',
  moreThanLeft: 'this is more than is left of the payment',
  nothingLeft: 'all of the payment went back already',
  noPlan: '--end: the payment was not for a subscription',
}

const Wish = z.object({
  paymentId: z.uuid(),
  amountKopecks: z
    .string()
    .regex(/^\d+(\.\d\d)?$/)
    .transform((roubles) => Math.round(Number(roubles) * 100))
    .pipe(z.int().min(1))
    .optional(),
  reason: z.string().trim().min(1).max(200),
  endsPlan: z.boolean(),
})

const wish = readWish()
if (!wish) {
  console.error(USAGE)
  process.exit(2)
}

const config = readConfig(process.env)
const ctx = await createContext(config, createLog(config.logLevel, 'refund'), subscribers)
try {
  const refund = await refundByHand(ctx, wish)
  if (typeof refund === 'string') {
    console.error(`refused: ${refusals[refund]}`)
    process.exitCode = 1
  } else {
    console.log(`refund ${refund.id}: ${(refund.amountKopecks / 100).toFixed(2)} RUB, ${refund.status}`)
    if (refund.status === 'created') console.log('the provider did not answer; a worker sends it again')
    if (refund.status === 'canceled') process.exitCode = 1
  }
} finally {
  await ctx.close()
}

function readWish() {
  try {
    const options = { amount: { type: 'string' }, reason: { type: 'string' }, end: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [paymentId] = positionals
    return Wish.parse({ paymentId, amountKopecks: values.amount, reason: values.reason, endsPlan: values.end ?? false })
  } catch {
    return undefined
  }
}
