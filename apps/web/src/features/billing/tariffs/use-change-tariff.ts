import { payTariff } from '@doslovno/contract/payments.ts'
import { changeTexts } from '@doslovno/texts/billing/tariffs.ts'
import { useNavigate } from '@tanstack/react-router'

import { usePurchase } from '#features/billing/purchase/use-purchase.ts'
import { call } from '#lib/api/current.ts'
import { dateOf } from '#lib/format/day.ts'
import { rememberWayBack } from '#lib/payment/way-back.ts'
import { showToast } from '#ui/toast.ts'

import type { Change } from './change-dialog.tsx'

const TOAST_MS = 4000

/** Changes the tariff: goes to the payment page, or to the account if nothing is to be paid now. */
export function useChangeTariff(from: string | undefined) {
  const navigate = useNavigate()
  const { run, reset, isBusy, state } = usePurchase<TariffOrder>({
    onPage: () => rememberWayBack(from),
    onFree: ({ name, effectiveAt }) => {
      showToast(doneText(name, effectiveAt, new Date()), TOAST_MS)
      void navigate({ to: '/account' })
    },
  })
  const change = ({ tariff: { id, name }, period }: Change) =>
    run(async () => ({ ...(await call(payTariff, { body: { tariffId: id, period } })), name }))
  return { change, forget: reset, isBusy, state }
}

type TariffOrder = { redirectUrl: string | null; paymentId: string | null; effectiveAt: string | null; name: string }

function doneText(name: string, effectiveAt: string | null, now: Date): string {
  const isLater = effectiveAt !== null && new Date(effectiveAt) > now
  return isLater ? changeTexts.done(name, dateOf(effectiveAt, now)) : changeTexts.doneAtOnce(name)
}
