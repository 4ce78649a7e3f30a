import type { PurchaseEvent } from '@doslovno/contract/payments.ts'
import { goodsTexts } from '@doslovno/texts/billing/payment.ts'

import { listOf, remembered } from '#lib/remembered.ts'
import { exclusively } from '#lib/tabs/exclusively.ts'

const LOCK = 'doslovno.purchases'
/** The server repeats an event for a minute only; this many are plenty. */
const REMEMBERED = 100
const reported = remembered('reportedPurchases', listOf)

/** Tells analytics of each purchase once, whichever tab hears of it first. No script of others is loaded for it. */
export async function reportPurchases(events: readonly PurchaseEvent[] = []): Promise<void> {
  if (events.length > 0) await exclusively(LOCK, async () => reportNew(events))
}

function reportNew(events: readonly PurchaseEvent[]) {
  const told = reported.recall()
  const fresh = events.filter(({ paymentId }) => !told.includes(paymentId))
  if (fresh.length === 0) return
  const ids = [...told, ...fresh.map(({ paymentId }) => paymentId)]
  reported.remember(ids.slice(-REMEMBERED))
  const target = window as Window & { dataLayer?: unknown[] }
  target.dataLayer ??= []
  target.dataLayer.push(...fresh.map(purchaseOf))
}

/** The event as Google Analytics 4 defines it. */
function purchaseOf(event: PurchaseEvent) {
  return {
    event: 'purchase',
    ecommerce: { transaction_id: event.paymentId, currency: 'RUB', value: event.amount, items: [itemOf(event)] },
  }
}

function itemOf({ type, tariffId, tariffName, minutes, amount }: PurchaseEvent) {
  if (type === 'subscribeToTariff') {
    const name = tariffName ?? goodsTexts.tariff
    return { item_id: `tariff-${tariffId}`, item_name: name, item_category: 'tariff', price: amount, quantity: 1 }
  }
  const quantity = minutes ?? 1
  return {
    item_id: 'minutes',
    item_name: goodsTexts.minutes,
    item_category: 'minutes',
    price: amount / quantity,
    quantity,
  }
}
