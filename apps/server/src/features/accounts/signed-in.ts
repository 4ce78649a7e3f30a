import { userById } from '#features/users/index.ts'
import type { Db } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { UserRow } from '#platform/tables.ts'

/** Returns the user of a token; a token may outlive its account. */
export async function signedInUser(db: Db, userId: string): Promise<UserRow> {
  const user = await userById(db, userId)
  if (!user) throw new AppError('needAuthorization')
  return user
}
