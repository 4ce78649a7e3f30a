import type { PaymentsConfig } from '#platform/config.ts'

import { amountOf } from './money.ts'

export type ReceiptSettings = PaymentsConfig['receipt']
type Line = { description: string; email: string; amountKopecks: number }

const LONGEST_LINE = 128

/** A receipt by 54-FZ of one service that is paid in full before it is rendered. */
export function receiptOf({ description, email, amountKopecks }: Line, { vatCode, taxSystem }: ReceiptSettings) {
  return {
    customer: { email },
    items: [
      {
        description: description.slice(0, LONGEST_LINE),
        quantity: 1,
        amount: amountOf(amountKopecks),
        vat_code: vatCode,
        payment_mode: 'full_prepayment',
        payment_subject: 'service',
      },
    ],
    ...(taxSystem !== undefined && { tax_system_code: taxSystem }),
  }
}
