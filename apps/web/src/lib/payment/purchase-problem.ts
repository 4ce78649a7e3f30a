import { purchaseProblems } from '@doslovno/texts/billing/payment.ts'

import { codeOf } from '#lib/http/api-error.ts'

/** The text of a purchase that failed. */
export function purchaseProblem(error: unknown): string {
  const code = codeOf(error)
  if (code === 'noEmail') return purchaseProblems.noEmail
  return code === 'paymentDeclined' ? purchaseProblems.declined : purchaseProblems.other
}
