import { type Cancellation, cancellationOf } from './cancellation.ts'
import type { Card } from './cards.ts'
import { cancel, change, succeed } from './change.ts'
import { ApiError } from './errors.ts'
import type { Method, Payment } from './payment.ts'
import type { Shop } from './shop.ts'

/** The payer entered a card; a card with 3-D Secure then waits for a confirmation. */
export function enterCard(shop: Shop, payment: Payment, card: Card): Payment {
  checkOpen(payment)
  if (card.asksCode) return change(shop, { ...payment, challenge: card })
  return finish(shop, payment, card, card.decline)
}

/** The payer answered the bank's question, or refused to. */
export function answerChallenge(shop: Shop, payment: Payment, isConfirmed: boolean): Payment {
  checkOpen(payment)
  const { challenge: card, ...rest } = payment
  if (!card) throw new ApiError(400, 'The bank asks nothing')
  const decline = isConfirmed ? card.decline : cancellationOf('3d_secure_failed')
  return finish(shop, { ...rest, hasPassedCode: !decline }, card, decline)
}

/** The payer gave up: the provider sees only that nobody paid in time. */
export const giveUp = (shop: Shop, payment: Payment): Payment =>
  cancel(shop, payment, cancellationOf('expired_on_confirmation'))

function finish(shop: Shop, payment: Payment, card: Card, decline: Cancellation | undefined): Payment {
  const method: Method = {
    // As with the real provider: a saved card has the id of its first payment.
    id: payment.id,
    card,
    isSaved: payment.savesMethod && !decline,
    isRevoked: false,
    decline: null,
  }
  shop.methods.set(method.id, method)
  const used = { ...payment, methodId: method.id }
  return decline ? cancel(shop, used, decline) : succeed(shop, used)
}

function checkOpen({ status }: Payment): void {
  if (status !== 'pending') throw new ApiError(400, `The payment is ${status}`)
}
