import type { User } from '@doslovno/contract/account/accounts.ts'

type Known = { total: number | undefined; onTheWay: number | undefined }

/** Whether the user has not uploaded anything yet: no file ever, and none in progress. Undefined until it is known. */
export function hasNeverUploaded(
  user: Pick<User, 'hasUploaded'> | null,
  { total, onTheWay }: Known,
): boolean | undefined {
  if (user?.hasUploaded) return false
  if (!user || total === undefined || onTheWay === undefined) return undefined
  // The account may be a few seconds older than the list.
  return total === 0 && onTheWay === 0
}
