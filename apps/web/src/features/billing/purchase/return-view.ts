import type { PaymentState } from '@doslovno/contract/payments.ts'

/** How the return page shows a payment. `slow`: polling has stopped. */
export type ReturnView = 'waiting' | 'slow' | 'paid' | 'refunded' | 'declined' | 'closed' | 'unknown'

type Asked = { payment: PaymentState | undefined; isMissing: boolean; isPolled: boolean }

export function returnView({ payment, isMissing, isPolled }: Asked): ReturnView {
  if (isMissing) return 'unknown'
  if (!payment || payment.status === 'pending') return isPolled ? 'waiting' : 'slow'
  if (payment.status === 'error') return 'declined'
  if (payment.status === 'cancel') return 'closed'
  return payment.refunded >= payment.amount ? 'refunded' : 'paid'
}

export function isFinalView(view: ReturnView): boolean {
  return view !== 'waiting' && view !== 'slow'
}
