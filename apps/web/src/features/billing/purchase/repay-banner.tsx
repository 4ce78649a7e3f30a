import type { User } from '@doslovno/contract/account/accounts.ts'
import { repaySubscription } from '@doslovno/contract/payments.ts'
import { repayTexts } from '@doslovno/texts/billing/payment.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { dateOf } from '#lib/format/day.ts'
import { infoQuery } from '#lib/queries/account.ts'

import { PurchaseMessage } from './purchase-message.tsx'
import { type Bought, SuccessDialog } from './success-dialog.tsx'
import { usePurchase } from './use-purchase.ts'

import classes from './payment.module.css'

type Props = {
  user: User
  /** The account page has an offer of its own. */
  isHidden: boolean
}

/** Offers to pay after a declined renewal. Stays mounted for its dialog when the subscription is active again. */
export function RepayBanner({ user, isHidden }: Props) {
  const [bought, setBought] = useState<Bought | null>(null)
  const isFailed = user.tariff.subscriptionStatus === 'paymentFailed'
  return (
    <>
      {isFailed && !isHidden && <Offer tariff={user.tariff.name} onPaid={setBought} />}
      <SuccessDialog bought={bought} onClose={() => setBought(null)} />
    </>
  )
}

function Offer({ tariff, onPaid }: { tariff: string; onPaid: (bought: Bought) => void }) {
  const { data: info } = useQuery(infoQuery())
  const { state, isBusy, run } = usePurchase({ onPaid })
  const [now] = useState(() => new Date())
  const until = info?.tariff.graceUntil
  const repay = (changePaymentMethod: boolean) => run(() => call(repaySubscription, { body: { changePaymentMethod } }))
  return (
    <aside className={`${classes.banner} no-print`} aria-label={repayTexts.label}>
      <div className={classes.bannerBar}>
        <CircleAlert size={20} aria-hidden />
        <div className={classes.bannerWords}>
          <b>{repayTexts.title}</b>
          <p>{until ? repayTexts.until(tariff, dateOf(until, now)) : repayTexts.text}</p>
          <PurchaseMessage state={state} />
        </div>
        <div className={classes.bannerActions}>
          <Button size="sm" loading={isBusy} onClick={() => repay(false)}>
            {repayTexts.again}
          </Button>
          <Button size="sm" variant="default" disabled={isBusy} onClick={() => repay(true)}>
            {repayTexts.otherCard}
          </Button>
        </div>
      </div>
    </aside>
  )
}
