import type { AccountInfo, User } from '@doslovno/contract/accounts.ts'
import { toMinutes } from '@doslovno/domain/billing/minutes.ts'
import { FREE_TARIFF_ID } from '@doslovno/domain/billing/tariff.ts'

import type { Balance } from '#features/billing/index.ts'
import type { UserRow } from '#platform/tables.ts'

const KOPECKS = 100

export function userView(user: UserRow, balance: Balance): User {
  const { id, name, surname, email, isSuperuser } = user
  const { tariff } = balance
  return {
    id,
    name,
    surname,
    email,
    isSuperuser,
    canChangeTariff: tariff.isPublic,
    minutesRemain: toMinutes(balance.planSeconds + balance.extraSeconds),
    availableUploads: balance.availableUploads,
    tariff: {
      id: tariff.id,
      name: tariff.name,
      fileSize: tariff.fileSizeMb,
      limitFileCount: tariff.limitFileCount,
      subscriptionStatus: 'active',
      period: user.tariffPeriod,
      meta: tariff.meta,
      thesesGenerations: tariff.meta.unlimitTheses ? null : user.thesesLeft,
      isFree: tariff.id === FREE_TARIFF_ID,
    },
  }
}

/** Payments, the API key and notifications come to life with their own features. */
export function infoView({ tariff, period, planSeconds, extraSeconds }: Balance): AccountInfo {
  const isFree = tariff.id === FREE_TARIFF_ID
  return {
    tariff: {
      id: tariff.id,
      name: tariff.name,
      public: tariff.isPublic,
      isFree,
      expiredAt: isFree ? null : period.end.toISOString(),
      nextPaymentDate: null,
      nextTariff: null,
      nextMinutesBundleDate: period.end.toISOString(),
      minutesRemain: toMinutes(planSeconds),
      minutesActual: tariff.minutes,
      maxFileSize: tariff.fileSizeMb,
      priceMinute: tariff.priceMinuteKopecks / KOPECKS,
      paymentMethodData: null,
    },
    minutesExtraRemain: toMinutes(extraSeconds),
    apiKey: null,
    payments: [],
    notificationTargets: [],
  }
}
