import type { AccountInfo, User } from '@doslovno/contract/accounts.ts'

import { type Balance, planView, subscriptionView } from '#features/billing/index.ts'
import type { UserRow } from '#platform/tables.ts'

type UserDetails = Pick<User, 'availableUploads'> & { user: UserRow; balance: Balance }

export function userView({ user, balance, availableUploads }: UserDetails): User {
  const { id, name, surname, email, isSuperuser, isPasswordPending, hasUploaded } = user
  const profile = { id, name, surname, email, isSuperuser, isPasswordPending, hasUploaded }
  return { ...profile, availableUploads, ...subscriptionView(balance) }
}

type Paid = Pick<AccountInfo, 'payments'> & Pick<AccountInfo['tariff'], 'paymentMethodData'>

/** The empty fields belong to features that do not exist yet: the API key, notifications. */
export function infoView(balance: Balance, { payments, paymentMethodData }: Paid): AccountInfo {
  const { tariff, ...minutes } = planView(balance)
  return { ...minutes, tariff: { ...tariff, paymentMethodData }, payments, apiKey: null, notificationTargets: [] }
}
