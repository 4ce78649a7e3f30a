import { repaySubscription } from '@doslovno/contract/payments.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { call } from '#lib/api/current.ts'
import { purchaseProblem } from '#lib/payment/purchase-problem.ts'
import { refreshPurchases } from '#lib/payment/refresh.ts'
import { settlePurchase } from '#lib/payment/settle-purchase.ts'

import type { Bought } from './success-dialog.tsx'

/** Pays for a renewal that was declined: by the saved card, or by another one on the payment page. */
export function useRepay(onPaid: (bought: Bought) => void) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (changePaymentMethod: boolean) => {
      const reply = await call(repaySubscription, { body: { changePaymentMethod } })
      const outcome = await settlePurchase(reply)
      if (outcome.name === 'waiting') await navigate({ to: '/account', search: { payment: reply.paymentId } })
      if (outcome.name === 'paid') onPaid(outcome.payment)
    },
    // A declined charge may have moved the subscription too.
    onSettled: () => refreshPurchases(queries),
  })
  return { repay: mutate, isPending, problem: error ? purchaseProblem(error) : undefined }
}
