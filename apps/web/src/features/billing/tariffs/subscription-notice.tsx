import type { AccountInfo } from '@doslovno/contract/account/accounts.ts'
import { type PaymentState, payTariff, repaySubscription } from '@doslovno/contract/payments.ts'
import { minutesTexts } from '@doslovno/texts/account/minutes.ts'
import { Button } from '@mantine/core'
import { CalendarOff, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { PurchaseMessage } from '#features/billing/purchase/purchase-message.tsx'
import { usePurchase } from '#features/billing/purchase/use-purchase.ts'
import { call } from '#lib/api/current.ts'
import { showToast } from '#ui/toast.ts'

import { useDay } from './use-day.ts'

import classes from './subscription-notice.module.css'

type Props = { tariff: AccountInfo['tariff']; onPaid: (payment: PaymentState) => void }

/** Explains a failed renewal or a cancel, and offers the way back. */
export function SubscriptionNotice({ tariff, onPaid }: Props) {
  if (tariff.subscriptionStatus === 'paymentFailed') return <FailedPayment tariff={tariff} onPaid={onPaid} />
  if (tariff.subscriptionStatus === 'cancelled' && tariff.expiredAt) {
    return <Cancelled tariff={tariff} until={tariff.expiredAt} onPaid={onPaid} />
  }
  return null
}

function FailedPayment({ tariff: { name, graceUntil, paymentMethodData }, onPaid }: Props) {
  const texts = minutesTexts.failedPayment
  const day = useDay()
  const { state, isBusy, run } = usePurchase({ onPaid })
  const repay = (changePaymentMethod: boolean) => run(() => call(repaySubscription, { body: { changePaymentMethod } }))
  return (
    <NoticeBox
      icon={TriangleAlert}
      tone="warn"
      title={texts.title}
      text={graceUntil ? texts.text(name, day(graceUntil)) : texts.textSoon(name)}
    >
      <div className={classes.actions}>
        <Button loading={isBusy} onClick={() => repay(false)}>
          {texts.repay}
        </Button>
        {paymentMethodData && (
          <Button variant="default" disabled={isBusy} onClick={() => repay(true)}>
            {texts.otherCard}
          </Button>
        )}
      </div>
      <PurchaseMessage state={state} />
    </NoticeBox>
  )
}

function Cancelled({ tariff: { id, name, period }, until, onPaid }: Props & { until: string }) {
  const texts = minutesTexts.cancelled
  const day = useDay()
  const { state, isBusy, run } = usePurchase({ onPaid, onFree: () => showToast(texts.resumed) })
  const resume = () => run(() => call(payTariff, { body: { tariffId: id, period } }))
  return (
    <NoticeBox icon={CalendarOff} tone="quiet" title={texts.title} text={texts.text(name, day(until))}>
      <div className={classes.actions}>
        <Button variant="default" loading={isBusy} onClick={resume}>
          {texts.resume}
        </Button>
      </div>
      <PurchaseMessage state={state} />
    </NoticeBox>
  )
}

type BoxProps = { icon: LucideIcon; tone: 'warn' | 'quiet'; title: string; text: string; children: ReactNode }

function NoticeBox({ icon: Icon, tone, title, text, children }: BoxProps) {
  return (
    <div className={classes.box} data-tone={tone}>
      <Icon size={20} aria-hidden />
      <div>
        <b>{title}</b>
        <p>{text}</p>
        {children}
      </div>
    </div>
  )
}
