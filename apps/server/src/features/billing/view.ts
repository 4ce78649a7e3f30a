import type { AccountInfo, User } from '@doslovno/contract/accounts.ts'
import type { Tariff } from '@doslovno/contract/tariffs.ts'
import { toMinutes } from '@doslovno/domain/billing/minutes.ts'
import { isFreeTariff, yearPrices } from '@doslovno/domain/billing/tariff.ts'

import type { TariffRow } from '#platform/tables.ts'

import type { Balance } from './ledger/balance.ts'

const KOPECKS = 100

export function tariffView(row: TariffRow): Tariff {
  const priceMonth = row.priceMonthKopecks / KOPECKS
  return {
    id: row.id,
    name: row.name,
    meta: row.meta,
    priceMonth,
    ...yearPrices(priceMonth),
    priceMinute: row.priceMinuteKopecks / KOPECKS,
    minutes: row.minutes,
    fileSize: row.fileSizeMb,
    limitFileCount: row.limitFileCount,
    fileStorage: row.fileStorageDays,
    remainedMonths: null,
  }
}

type SubscriptionView = Pick<User, 'canChangeTariff' | 'minutesRemain' | 'tariff'>

/** Billing's fields of a user. */
export function subscriptionView({ subscription, entitlements, planSeconds, extraSeconds }: Balance): SubscriptionView {
  const { tariff, status, billingPeriod } = subscription
  return {
    canChangeTariff: tariff.isPublic,
    minutesRemain: toMinutes(planSeconds + extraSeconds),
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

/** Billing's fields of the account page; dates and methods of payment come with payments. */
export function planView({ subscription, entitlements, planSeconds, extraSeconds }: Balance): PlanView {
  const { tariff } = subscription
  const isFree = isFreeTariff(tariff)
  const periodEnd = entitlements.period.end.toISOString()
  return {
    tariff: {
      id: tariff.id,
      name: tariff.name,
      public: tariff.isPublic,
      isFree,
      subscriptionStatus: subscription.status,
      period: subscription.billingPeriod,
      expiredAt: subscription.paidUntil?.toISOString() ?? null,
      nextPaymentDate: subscription.chargeAt?.toISOString() ?? null,
      nextPaymentAmount: null,
      nextTariff: null,
      graceUntil: null,
      nextMinutesBundleDate: periodEnd,
      minutesRemain: toMinutes(planSeconds),
      minutesActual: tariff.minutes,
      maxFileSize: tariff.fileSizeMb,
      priceMinute: tariff.priceMinuteKopecks / KOPECKS,
      paymentMethodData: null,
    },
    minutesExtraRemain: toMinutes(extraSeconds),
  }
}
