import { payMinutes, type PaymentState } from '@doslovno/contract/payments.ts'
import { paymentReturnTexts } from '@doslovno/texts/billing/payment.ts'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { call } from '#lib/api/current.ts'
import { purchaseProblem } from '#lib/payment/purchase-problem.ts'
import { settlePurchase } from '#lib/payment/settle-purchase.ts'
import { wayBack } from '#lib/payment/way-back.ts'
import { useSession } from '#lib/session/current.ts'
import { LinkButton } from '#ui/link-button.tsx'

import type { Bought } from './success-dialog.tsx'
import { useRepay } from './use-repay.ts'

import classes from './payment.module.css'

type Props = { payment: PaymentState; onPaid: (bought: Bought) => void }

const texts = paymentReturnTexts

/** Repeats a payment that failed. A new tariff is chosen again on its page: prices may have changed since. */
export function PayAgain({ payment: { minutes }, onPaid }: Props) {
  const { user } = useSession()
  if (minutes !== null) return <MinutesAgain minutes={minutes} onPaid={onPaid} />
  if (user?.tariff.subscriptionStatus === 'paymentFailed') return <RenewalAgain onPaid={onPaid} />
  const from = wayBack()
  return (
    <LinkButton to="/tariffs" search={from === undefined ? {} : { from }} size="sm">
      {texts.again}
    </LinkButton>
  )
}

function MinutesAgain({ minutes, onPaid }: { minutes: number; onPaid: Props['onPaid'] }) {
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (changePaymentMethod: boolean) => {
      const body = { minutesCount: minutes, changePaymentMethod, saveCard: false }
      const reply = await call(payMinutes, { body })
      const outcome = await settlePurchase(reply)
      if (outcome.name === 'waiting') await navigate({ to: '/account', search: { payment: reply.paymentId } })
      if (outcome.name === 'paid') onPaid(outcome.payment)
    },
  })
  return <Buttons pay={mutate} isPending={isPending} problem={error ? purchaseProblem(error) : undefined} />
}

function RenewalAgain({ onPaid }: Pick<Props, 'onPaid'>) {
  const { repay, isPending, problem } = useRepay(onPaid)
  return <Buttons pay={repay} isPending={isPending} problem={problem} />
}

type ButtonsProps = {
  pay: (changePaymentMethod: boolean) => void
  isPending: boolean
  problem: string | undefined
}

function Buttons({ pay, isPending, problem }: ButtonsProps) {
  return (
    <>
      <Button size="sm" loading={isPending} onClick={() => pay(false)}>
        {texts.again}
      </Button>
      <Button size="sm" variant="default" disabled={isPending} onClick={() => pay(true)}>
        {texts.otherCard}
      </Button>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
