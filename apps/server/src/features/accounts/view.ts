import type { AccountInfo, User } from '@doslovno/contract/account/accounts.ts'

import { type Balance, planView, subscriptionView } from '#features/billing/index.ts'
import type { UserRow } from '#platform/tables.ts'

type UserDetails = Pick<User, 'availableUploads'> & { user: UserRow; balance: Balance }

export function userView({ user, balance, availableUploads }: UserDetails): User {
  const { id, name, surname, email, isSuperuser, isPasswordPending, hasUploaded, deletionDueAt } = user
  const profile = { id, name, surname, email, isSuperuser, isPasswordPending, hasUploaded }
  const deletionAt = deletionDueAt?.toISOString() ?? null
  return { ...profile, deletionAt, availableUploads, ...subscriptionView(balance) }
}

type Details = Pick<AccountInfo, 'payments' | 'apiKey' | 'notificationTargets'> &
  Pick<AccountInfo['tariff'], 'paymentMethodData'>

export function infoView(balance: Balance, { paymentMethodData, ...details }: Details): AccountInfo {
  const { tariff, ...minutes } = planView(balance)
  return { ...minutes, tariff: { ...tariff, paymentMethodData }, ...details }
}
