import type { User } from '@doslovno/contract/account/accounts.ts'

export const FREE_PLAN: User['tariff'] = {
  id: 1,
  name: 'Free',
  fileSize: 300,
  limitFileCount: 10,
  subscriptionStatus: 'active',
  period: 'month',
  meta: {},
  thesesGenerations: 5,
  isFree: true,
}

/** A user of the free tariff. */
export function userOf(change: Partial<Omit<User, 'tariff'>> = {}, tariff: Partial<User['tariff']> = {}): User {
  return {
    id: 'u1',
    name: 'Anna',
    surname: 'Kovaleva',
    email: 'a@b.ru',
    isSuperuser: false,
    isPasswordPending: false,
    canChangeTariff: true,
    minutesRemain: 42,
    isUnlimited: false,
    availableUploads: 10,
    hasUploaded: false,
    deletionAt: null,
    tariff: { ...FREE_PLAN, ...tariff },
    ...change,
  }
}
