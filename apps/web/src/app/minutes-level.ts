import type { User } from '@doslovno/contract/account/accounts.ts'
import { shellTexts } from '@doslovno/texts/shell.ts'

const LOW_MINUTES = 10
const LOW_SHARE = 0.1

type Balance = { remain: number; granted: number | undefined }

/** The share of minutes left, 0–1; undefined before it is known how many there were. */
export function shareLeft({ remain, granted }: Balance): number | undefined {
  if (granted === undefined) return undefined
  return granted <= 0 ? 0 : Math.min(1, remain / granted)
}

/** Few minutes are left: few at all, or few of many. */
export function isLow(balance: Balance): boolean {
  const share = shareLeft(balance)
  return balance.remain < LOW_MINUTES || (share !== undefined && share < LOW_SHARE)
}

/** The minutes left in a word or two. */
export function minutesLeft({ isUnlimited, minutesRemain }: User): string {
  return isUnlimited ? shellTexts.minutes.unlimited : shellTexts.minutes.short(minutesRemain)
}
