import { cancellationOf } from './cancellation.ts'
import { cancel } from './change.ts'
import { confirmationEndOf, holdEndOf } from './payment.ts'
import type { Shop } from './shop.ts'

/** Ends payments whose time is over. */
export function expireOverdue(shop: Shop): void {
  const now = shop.clock.now()
  for (const payment of shop.payments.values()) {
    if (payment.status === 'pending' && confirmationEndOf(payment) <= now)
      cancel(shop, payment, cancellationOf('expired_on_confirmation'))
    if (payment.status === 'waiting_for_capture' && holdEndOf(payment) <= now)
      cancel(shop, payment, cancellationOf('expired_on_capture'))
  }
}
