import type { AccountInfo, User } from '@doslovno/contract/accounts.ts'

import { type Balance, planView, subscriptionView } from '#features/billing/index.ts'
import type { UserRow } from '#platform/tables.ts'

type UserDetails = Pick<User, 'availableUploads'> & { user: UserRow; balance: Balance }

export function userView({ user, balance, availableUploads }: UserDetails): User {
  const { id, name, surname, email, isSuperuser, isPasswordPending, hasUploaded } = user
  const profile = { id, name, surname, email, isSuperuser, isPasswordPending, hasUploaded }
  return { ...profile, availableUploads, ...subscriptionView(balance) }
}

/** The empty fields belong to features that do not exist yet: the API key, payments, notifications. */
export function infoView(balance: Balance): AccountInfo {
  return { ...planView(balance), apiKey: null, payments: [], notificationTargets: [] }
}
