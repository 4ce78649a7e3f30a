import { cancellationOf } from './cancellation.ts'
import { cancel, change } from './change.ts'
import { ApiError } from './errors.ts'
import type { Payment } from './payment.ts'
import type { Shop } from './shop.ts'

/** Takes held money, the whole of it or a part; the rest returns to the payer. */
export function capture(shop: Shop, payment: Payment, amountKopecks = payment.amountKopecks): Payment {
  checkHeld(payment)
  if (amountKopecks > payment.amountKopecks) throw new ApiError(400, 'More than was held', 'amount.value')
  return change(shop, { ...payment, status: 'succeeded', amountKopecks, capturedAt: shop.clock.now() })
}

/** Returns held money to the payer. */
export function release(shop: Shop, payment: Payment): Payment {
  checkHeld(payment)
  return cancel(shop, payment, cancellationOf('canceled_by_merchant'))
}

function checkHeld({ status }: Payment): void {
  if (status !== 'waiting_for_capture') throw new ApiError(400, `The payment is ${status}`, 'payment_id')
}
