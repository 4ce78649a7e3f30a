import type { AccountInfo, User } from '@doslovno/contract/account/accounts.ts'
import type { Tariff } from '@doslovno/contract/tariffs.ts'
import { toMinutes } from '@doslovno/domain/billing/minutes.ts'
import { planPrice, renewalPrice } from '@doslovno/domain/billing/price.ts'
import { nextBundleAt } from '@doslovno/domain/billing/subscription/bundles.ts'
import { graceUntil } from '@doslovno/domain/billing/subscription/due.ts'
import { isFreeTariff } from '@doslovno/domain/billing/tariff.ts'
import { tariffDescriptions } from '@doslovno/texts/billing/tariffs.ts'

import type { TariffRow } from '#platform/tables.ts'

import type { Balance } from './ledger/balance.ts'
import type { Subscription } from './subscription/repo.ts'

const KOPECKS = 100

export function tariffView(row: TariffRow, remainedMonths: number | null): Tariff {
  const priceMonth = row.priceMonthKopecks / KOPECKS
  const description = row.meta.description ?? tariffDescriptions[row.id]
  return {
    id: row.id,
    name: row.name,
    meta: { ...row.meta, ...(description && { description }) },
    priceMonth,
    priceYear: (row.priceMonthKopecks * 12) / KOPECKS,
    priceYearDiscount: planPrice(row, 'year') / KOPECKS,
    priceMinute: row.priceMinuteKopecks / KOPECKS,
    minutes: row.minutes,
    fileSize: row.fileSizeMb,
    limitFileCount: row.limitFileCount,
    fileStorage: row.fileStorageDays,
    remainedMonths,
  }
}

type SubscriptionView = Pick<User, 'canChangeTariff' | 'minutesRemain' | 'isUnlimited' | 'tariff'>

/** Billing's fields of a user. */
export function subscriptionView({ subscription, entitlements, planSeconds, extraSeconds }: Balance): SubscriptionView {
  const { tariff, status, billingPeriod } = subscription
  return {
    canChangeTariff: tariff.isPublic,
    minutesRemain: toMinutes(planSeconds + extraSeconds),
    isUnlimited: entitlements.isUnlimited,
    tariff: {
      id: tariff.id,
      name: tariff.name,
      fileSize: tariff.fileSizeMb,
      limitFileCount: tariff.limitFileCount,
      subscriptionStatus: status,
      period: billingPeriod,
      meta: tariff.meta,
      thesesGenerations: entitlements.thesesLeft,
      isFree: isFreeTariff(tariff),
    },
  }
}

type PlanView = Pick<AccountInfo, 'tariff' | 'minutesExtraRemain'>

/** Billing's fields of the account page; the saved card comes with payments. */
export function planView({ subscription, entitlements, planSeconds, extraSeconds }: Balance): PlanView {
  const { tariff } = subscription
  const isFree = isFreeTariff(tariff)
  return {
    tariff: {
      id: tariff.id,
      name: tariff.name,
      public: tariff.isPublic,
      isFree,
      subscriptionStatus: subscription.status,
      period: subscription.billingPeriod,
      expiredAt: subscription.paidUntil?.toISOString() ?? null,
      ...renewalView(subscription),
      nextMinutesBundleDate: nextBundleAt(subscription, entitlements.period)?.toISOString() ?? null,
      isUnlimited: entitlements.isUnlimited,
      minutesRemain: toMinutes(planSeconds),
      minutesActual: tariff.minutes,
      maxFileSize: tariff.fileSizeMb,
      priceMinute: tariff.priceMinuteKopecks / KOPECKS,
      paymentMethodData: null,
    },
    minutesExtraRemain: toMinutes(extraSeconds),
  }
}

type RenewalView = Pick<AccountInfo['tariff'], 'nextPaymentDate' | 'nextPaymentAmount' | 'nextTariff' | 'graceUntil'>

/** Describes the time after the paid one; in the grace period the amount is still to be paid. */
function renewalView(subscription: Subscription): RenewalView {
  const { status, chargeAt, tariff, nextTariff } = subscription
  const isRenewed = (status === 'active' && chargeAt !== null) || status === 'paymentFailed'
  const amountKopecks = renewalPrice(subscription, nextTariff ?? tariff)
  return {
    nextPaymentDate: status === 'active' ? (chargeAt?.toISOString() ?? null) : null,
    nextPaymentAmount: isRenewed ? amountKopecks / KOPECKS : null,
    nextTariff: nextTariff?.name ?? null,
    graceUntil: graceUntil(subscription)?.toISOString() ?? null,
  }
}
