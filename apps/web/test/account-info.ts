import type { AccountInfo, User } from '@doslovno/contract/account/accounts.ts'
import type { Payment, PaymentState } from '@doslovno/contract/payments.ts'

import { userOf } from './user.ts'

type InfoChange = Partial<Omit<AccountInfo, 'tariff'>> & { tariff?: Partial<AccountInfo['tariff']> }

const PRO = { id: 3, name: 'PRO', fileSize: 2000, limitFileCount: null, thesesGenerations: null, isFree: false }

export function customerOfPro(change: Partial<User> = {}): User {
  const person = { email: 'anna@example.ru', minutesRemain: 497, availableUploads: null, hasUploaded: true }
  return { ...userOf(person, PRO), ...change }
}

/** An active monthly subscription without a saved card. */
export function infoOf({ tariff, ...change }: InfoChange = {}): AccountInfo {
  return {
    tariff: {
      id: 3,
      name: 'PRO',
      public: true,
      isFree: false,
      subscriptionStatus: 'active',
      period: 'month',
      expiredAt: '2031-12-01T09:00:00Z',
      nextPaymentDate: '2031-12-01T09:00:00Z',
      nextPaymentAmount: 1490,
      nextTariff: null,
      graceUntil: null,
      nextMinutesBundleDate: '2031-12-01T09:00:00Z',
      isUnlimited: false,
      minutesRemain: 412,
      minutesActual: 1200,
      maxFileSize: 2000,
      priceMinute: 8,
      paymentMethodData: null,
      ...tariff,
    },
    minutesExtraRemain: 85,
    apiKey: null,
    payments: [],
    notificationTargets: [],
    ...change,
  }
}

/** The free tariff, which nobody pays for. */
export function freeInfoOf({ tariff, ...change }: InfoChange = {}): AccountInfo {
  const free = {
    id: 1,
    name: 'Free',
    isFree: true,
    expiredAt: null,
    nextPaymentDate: null,
    nextPaymentAmount: null,
    minutesRemain: 12,
    minutesActual: 30,
    maxFileSize: 300,
    priceMinute: 15,
  }
  return infoOf({ tariff: { ...free, ...tariff }, ...change })
}

export const PAYMENT_ID = '5b0f5c3e-8d55-4f5e-9f0a-2f7f5d1d9b11'

export function paymentOf(change: Partial<Payment> = {}): Payment {
  return {
    id: PAYMENT_ID,
    createdAt: '2031-11-14T09:00:00Z',
    amount: 900,
    refunded: 0,
    description: 'Minutes',
    type: 'extraMinutes',
    status: 'success',
    redirectUrl: null,
    receipt: null,
    ...change,
  }
}

export function paymentStateOf(change: Partial<PaymentState> = {}): PaymentState {
  return { ...paymentOf(change), minutes: 60, tariffName: null, declineReason: null, ...change }
}
