import * as z from 'zod'

import { answerChallenge, enterCard, expireOverdue, giveUp, settleCharge } from './change.ts'
import { ApiError } from './errors.ts'
import { Fault } from './faults.ts'
import { type Cancellation, cancellationOf, cards, lastFour, type Method, type Payment, reasons } from './payment.ts'
import { endRefund } from './refunds.ts'
import { type Shop, usualSettings } from './shop.ts'
import { WebhookPlan } from './webhooks.ts'
import { paymentObject } from './wire.ts'

/** A payment, by the provider's id or by the shop's own (`metadata.orderId`). */
const paymentId = z.string().min(1)

export const Pay = z.object({
  paymentId,
  /** A test card: its number or last four digits. */
  card: z.string().default('5555555555554444'),
  /** Whether the payer confirms where the bank asks for a code. */
  confirms: z.boolean().default(true),
})
export const Close = z.object({ paymentId })
export const Decline = z.object({ methodId: z.string(), decline: z.enum(reasons).nullable() })
export const Revoke = z.object({ methodId: z.string() })
export const MoveClock = z.union([
  z.object({ advanceSeconds: z.number().min(0) }),
  z.object({ now: z.iso.datetime({ offset: true }) }),
])
export const Outage = z.object({ on: z.boolean() })
const outcome = z.enum(['pending', 'succeeded', 'canceled'])
/** How receipts, refunds and charges of saved cards end from now on. */
export const Outcomes = z.object({
  receipts: outcome.optional(),
  refunds: outcome.optional(),
  charges: z.enum(['pending', 'settled']).optional(),
})

export type Commands = ReturnType<typeof createCommands>

/** Commands of tests to the simulator, over HTTP or in process. */
export function createCommands(shop: Shop) {
  return {
    pay: (command: z.input<typeof Pay>) => view(shop, pay(shop, Pay.parse(command))),
    /** The payer gives up on the page. */
    close: ({ paymentId: id }: z.input<typeof Close>) => view(shop, giveUp(shop, pendingPayment(shop, id))),
    fail: (fault: z.input<typeof Fault>) => shop.faults.plan(Fault.parse(fault)),
    webhooks: (plan: z.input<typeof WebhookPlan>) => shop.webhooks.configure(WebhookPlan.parse(plan)),
    flushWebhooks: () => shop.webhooks.flush(),
    moveClock: (command: z.input<typeof MoveClock>) => moveClock(shop, command),
    decline: ({ methodId, decline }: z.input<typeof Decline>) =>
      changeMethod(shop, methodId, { decline: decline && cancellationOf(decline) }),
    revoke: ({ methodId }: z.input<typeof Revoke>) => changeMethod(shop, methodId, { isRevoked: true }),
    outage: ({ on }: z.input<typeof Outage>) => shop.faults.setOutage(on),
    setOutcomes: (outcomes: z.input<typeof Outcomes>) => setOutcomes(shop, outcomes),
    payments: () => [...shop.payments.values()].map((payment) => view(shop, payment)),
    journal: () => shop.journal.entries(),
    attempts: () => shop.webhooks.attempts(),
    reset: () => {
      const { payments, refunds, methods, keys, faults, webhooks, journal, clock, settings } = shop
      for (const part of [payments, refunds, methods, keys, faults, webhooks, journal]) part.clear()
      clock.reset()
      Object.assign(settings, usualSettings)
    },
  }
}

const view = paymentObject

function pay(shop: Shop, { paymentId: id, card: number, confirms }: z.infer<typeof Pay>): Payment {
  const card = cards.find((one) => one.number === number || lastFour(one) === number)
  if (!card) throw new ApiError(400, 'This is not a test card', 'card')
  const entered = enterCard(shop, pendingPayment(shop, id), card)
  return entered.challenge ? answerChallenge(shop, entered, confirms) : entered
}

function pendingPayment(shop: Shop, id: string): Payment {
  expireOverdue(shop)
  const payment = findPayment(shop, id)
  if (payment.status !== 'pending') throw new ApiError(400, `The payment is ${payment.status}`, 'paymentId')
  return payment
}

export function findPayment(shop: Shop, id: string): Payment {
  const payment = shop.payments.get(id) ?? [...shop.payments.values()].find(({ metadata }) => metadata.orderId === id)
  if (!payment) throw new ApiError(404, 'Nothing has this id', 'paymentId')
  return payment
}

function moveClock(shop: Shop, command: z.input<typeof MoveClock>): Promise<void> {
  if ('now' in command) shop.clock.set(Date.parse(command.now))
  else shop.clock.advance(command.advanceSeconds * 1000)
  expireOverdue(shop)
  return shop.webhooks.sendDue()
}

function changeMethod(
  shop: Shop,
  id: string,
  change: Partial<Pick<Method, 'isRevoked'>> & { decline?: Cancellation | null },
): void {
  const method = shop.methods.get(id)
  if (!method) throw new ApiError(404, 'Nothing has this id', 'methodId')
  shop.methods.set(id, { ...method, ...change })
}

/** Refunds and charges that wait end too. */
function setOutcomes(shop: Shop, { receipts, refunds, charges }: z.input<typeof Outcomes>): void {
  const { settings } = shop
  Object.assign(settings, { ...(receipts && { receipts }), ...(refunds && { refunds }), ...(charges && { charges }) })
  for (const refund of shop.refunds.values())
    if (refund.status === 'pending' && settings.refunds !== 'pending') endRefund(shop, refund, settings.refunds)
  for (const payment of shop.payments.values())
    if (payment.status === 'pending' && !payment.returnUrl && settings.charges === 'settled')
      settleCharge(shop, payment)
}
