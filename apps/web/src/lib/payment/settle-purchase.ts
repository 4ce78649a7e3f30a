import { getPayment, type PaymentState } from '@doslovno/contract/payments.ts'

import { call } from '#lib/api/current.ts'

export type PurchaseReply = { redirectUrl: string | null; autoConfirm: boolean; paymentId: string }

/** `left`: the tab is on its way to the payment page. `waiting`: the bank has not answered, or has declined. */
export type PurchaseOutcome = { name: 'left' } | { name: 'paid'; payment: PaymentState } | { name: 'waiting' }

/** Goes to the payment page, or finds out how the charge of the saved card ended. */
export async function settlePurchase({ redirectUrl, paymentId }: PurchaseReply): Promise<PurchaseOutcome> {
  if (redirectUrl !== null) {
    location.assign(redirectUrl)
    return { name: 'left' }
  }
  // Without an answer the page of the payment keeps asking.
  const payment = await call(getPayment, { params: { id: paymentId } }).catch(() => undefined)
  return payment?.status === 'success' ? { name: 'paid', payment } : { name: 'waiting' }
}
