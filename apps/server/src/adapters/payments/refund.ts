import * as z from 'zod'

import { Amount, amountOf, kopecksOf } from './money.ts'
import type { NewRefund, ProviderRefund } from './port.ts'
import { receiptOf, type ReceiptSettings } from './receipt.ts'

/** The fields of a refund that we use. */
export const Refund = z.object({
  id: z.string(),
  status: z.enum(['pending', 'succeeded', 'canceled']),
  amount: Amount,
})

export function refundBody(refund: NewRefund, receipt: ReceiptSettings) {
  return {
    payment_id: refund.providerPaymentId,
    amount: amountOf(refund.amountKopecks),
    description: refund.description,
    ...(refund.email && { receipt: receiptOf({ ...refund, email: refund.email }, receipt) }),
  }
}

export const refundOf = ({ id, status, amount }: z.infer<typeof Refund>): ProviderRefund => ({
  providerId: id,
  status,
  amountKopecks: kopecksOf(amount),
})
