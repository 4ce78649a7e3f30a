import { payTariff } from '@doslovno/contract/payments.ts'
import { changeTexts } from '@doslovno/texts/billing/tariffs.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { call } from '#lib/api/current.ts'
import { dateOf } from '#lib/format/day.ts'
import { purchaseProblem } from '#lib/payment/purchase-problem.ts'
import { refreshPurchases } from '#lib/payment/refresh.ts'
import { rememberWayBack } from '#lib/payment/way-back.ts'
import { showToast } from '#ui/toast.ts'

import type { Change } from './change-dialog.tsx'

const TOAST_MS = 4000

/** Changes the tariff: goes to the payment page, or to the account if nothing is to be paid now. */
export function useChangeTariff(from: string | undefined) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: async ({ tariff, period }: Change) => {
      const { redirectUrl, effectiveAt } = await call(payTariff, { body: { tariffId: tariff.id, period } })
      if (redirectUrl !== null) {
        rememberWayBack(from)
        return location.assign(redirectUrl)
      }
      await refreshPurchases(queries)
      showToast(doneText(tariff.name, effectiveAt, new Date()), TOAST_MS)
      await navigate({ to: '/account' })
    },
  })
  return { change: mutate, forget: reset, isPending, problem: error ? purchaseProblem(error) : undefined }
}

function doneText(name: string, effectiveAt: string | null, now: Date): string {
  const isLater = effectiveAt !== null && new Date(effectiveAt) > now
  return isLater ? changeTexts.done(name, dateOf(effectiveAt, now)) : changeTexts.doneAtOnce(name)
}
