import { payMinutes, type PaymentState, repaySubscription } from '@doslovno/contract/payments.ts'
import { paymentReturnTexts } from '@doslovno/texts/billing/payment.ts'
import { Button } from '@mantine/core'

import { call } from '#lib/api/current.ts'
import { wayBack } from '#lib/payment/way-back.ts'
import { useUser } from '#lib/queries/account.ts'
import { LinkButton } from '#ui/link-button.tsx'

import { PurchaseMessage } from './purchase-message.tsx'
import type { Bought } from './success-dialog.tsx'
import { usePurchase } from './use-purchase.ts'

type Props = { payment: PaymentState; onPaid: (bought: Bought) => void }

const texts = paymentReturnTexts

/** Repeats a payment that failed. A new tariff is chosen again on its page: prices may have changed since. */
export function PayAgain({ payment: { minutes }, onPaid }: Props) {
  const user = useUser()
  const { state, isBusy, run } = usePurchase({ onPaid })
  const isRenewal = user?.tariff.subscriptionStatus === 'paymentFailed'
  if (minutes === null && !isRenewal) return <ChooseAgain />
  const pay = (changePaymentMethod: boolean) =>
    run(() =>
      minutes === null
        ? call(repaySubscription, { body: { changePaymentMethod } })
        : call(payMinutes, { body: { minutesCount: minutes, changePaymentMethod, saveCard: false } }),
    )
  return (
    <>
      <Button size="sm" loading={isBusy} onClick={() => pay(false)}>
        {texts.again}
      </Button>
      <Button size="sm" variant="default" disabled={isBusy} onClick={() => pay(true)}>
        {texts.otherCard}
      </Button>
      <PurchaseMessage state={state} />
    </>
  )
}

function ChooseAgain() {
  const from = wayBack()
  return (
    <LinkButton to="/tariffs" search={from === undefined ? {} : { from }} size="sm">
      {texts.again}
    </LinkButton>
  )
}
