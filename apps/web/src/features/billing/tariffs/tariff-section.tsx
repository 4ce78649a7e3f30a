import type { AccountInfo } from '@doslovno/contract/account/accounts.ts'
import { type PaymentState, payTariff, repaySubscription } from '@doslovno/contract/payments.ts'
import { BYTES_PER_MB } from '@doslovno/domain/upload/limits.ts'
import { minutesTexts } from '@doslovno/texts/account/minutes.ts'
import { roubles } from '@doslovno/texts/billing/payment.ts'
import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarOff, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { Balances } from '#features/billing/minutes/balances.tsx'
import { LotList, SpendingList, useMinutes } from '#features/billing/minutes/minutes-lists.tsx'
import { PromoForm } from '#features/billing/minutes/promo-form.tsx'
import { PurchaseMessage } from '#features/billing/purchase/purchase-message.tsx'
import { usePurchase } from '#features/billing/purchase/use-purchase.ts'
import { call } from '#lib/api/current.ts'
import { fileSize } from '#lib/format/size.ts'
import { Section } from '#ui/section.tsx'
import { showToast } from '#ui/toast.ts'

import { useDay } from './use-day.ts'

import classes from './tariff-section.module.css'

type Props = {
  info: AccountInfo
  canChangeTariff: boolean
  onPaid: (payment: PaymentState) => void
}

/** The tariff, its balances, and where the minutes come from and go to. */
export function TariffSection({ info, canChangeTariff, onPaid }: Props) {
  const minutes = useMinutes()
  return (
    <Section title={minutesTexts.title} id="minutes" aside={canChangeTariff && <ChangeLink />}>
      {canChangeTariff && <SubscriptionNotice tariff={info.tariff} onPaid={onPaid} />}
      <Balances info={info} lots={minutes.data?.pages[0]?.lots} />
      <TariffFacts tariff={info.tariff} />
      <div className={classes.details}>
        {!(info.tariff.isUnlimited && info.minutesExtraRemain === 0) && (
          <LotList minutes={minutes} isUnlimited={info.tariff.isUnlimited} />
        )}
        <SpendingList minutes={minutes} />
      </div>
      {!info.tariff.isUnlimited && <PromoForm />}
    </Section>
  )
}

function ChangeLink() {
  return (
    <Button component={Link} to="/tariffs" variant="default" size="compact-md">
      {minutesTexts.change}
    </Button>
  )
}

const texts = minutesTexts.facts

/** The terms of the tariff and its next dates, as far as there are any. */
function TariffFacts({ tariff }: { tariff: AccountInfo['tariff'] }) {
  const day = useDay()
  return (
    <dl className={classes.facts}>
      {factsOf(tariff, day).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function factsOf(tariff: AccountInfo['tariff'], day: (iso: string) => string): [string, string][] {
  const { name, isFree, isUnlimited, period, expiredAt, nextMinutesBundleDate, nextTariff, maxFileSize, priceMinute } =
    tariff
  const size = texts.upTo(fileSize(maxFileSize * BYTES_PER_MB))
  if (isUnlimited) {
    const end: [string, string][] = expiredAt ? [[texts.worksUntil, day(expiredAt)]] : []
    return [[texts.tariff, name], ...end, [texts.fileSize, size]]
  }
  const facts: [string, string | null][] = [
    [texts.tariff, isFree ? name : `${name}, ${texts[period]}`],
    [texts.paidUntil, expiredAt && day(expiredAt)],
    [texts.nextPayment, nextPayment(tariff, day)],
    [texts.nextTariff, nextTariff && expiredAt ? texts.from(nextTariff, day(expiredAt)) : nextTariff],
    [texts.nextMinutes, nextMinutesBundleDate && day(nextMinutesBundleDate)],
    [texts.fileSize, size],
    [texts.price, minutesTexts.buy.price(roubles(priceMinute))],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

function nextPayment({ nextPaymentDate, nextPaymentAmount }: AccountInfo['tariff'], day: (iso: string) => string) {
  if (!nextPaymentDate) return null
  const date = day(nextPaymentDate)
  return nextPaymentAmount === null ? date : texts.payment(date, roubles(nextPaymentAmount))
}

type SubscriptionNoticeProps = { tariff: AccountInfo['tariff']; onPaid: (payment: PaymentState) => void }

/** Explains a failed renewal or a cancel, and offers the way back. */
function SubscriptionNotice({ tariff, onPaid }: SubscriptionNoticeProps) {
  if (tariff.subscriptionStatus === 'paymentFailed') return <FailedPayment tariff={tariff} onPaid={onPaid} />
  if (tariff.subscriptionStatus === 'cancelled' && tariff.expiredAt) {
    return <Cancelled tariff={tariff} until={tariff.expiredAt} onPaid={onPaid} />
  }
  return null
}

function FailedPayment({ tariff: { name, graceUntil, paymentMethodData }, onPaid }: SubscriptionNoticeProps) {
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

function Cancelled({ tariff: { id, name, period }, until, onPaid }: SubscriptionNoticeProps & { until: string }) {
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

type BillingPlaceholderProps = { isError: boolean; isFetching: boolean; onRetry: () => void }

/** Stands in for the tariff until it is loaded, and offers to try again if it could not be. */
export function BillingPlaceholder({ isError, isFetching, onRetry }: BillingPlaceholderProps) {
  return (
    <Section title={minutesTexts.title} id="minutes">
      {isError ? (
        <div role="alert">
          <p className={classes.unloaded}>{minutesTexts.failed}</p>
          <Button variant="default" loading={isFetching} onClick={onRetry}>
            {minutesTexts.retry}
          </Button>
        </div>
      ) : (
        <div role="status">
          <span className="visually-hidden">{minutesTexts.loading}</span>
          <Skeleton height={32} width="55%" mb={12} />
          <Skeleton height={6} mb={14} />
          <Skeleton height={14} width="40%" mb={22} />
          <Skeleton height={44} width="80%" />
        </div>
      )}
    </Section>
  )
}
