import type { User } from '@doslovno/contract/accounts.ts'

type Person = Pick<User, 'availableUploads'> & { tariff: Pick<User['tariff'], 'limitFileCount'> }
type Known = { total: number | undefined; onTheWay: number | undefined }

/**
 * Whether somebody has not uploaded anything yet, as far as can be told: no file, none on its way,
 * and none spent this month. Undefined until it is known.
 */
export function hasNeverUploaded(person: Person | null, { total, onTheWay }: Known): boolean | undefined {
  if (!person || total === undefined || onTheWay === undefined) return undefined
  return total === 0 && onTheWay === 0 && person.availableUploads === person.tariff.limitFileCount
}
