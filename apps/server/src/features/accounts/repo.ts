import type { Db } from '#platform/db.ts'
import type { UserRow } from '#platform/tables.ts'

export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

type NewUser = { id: string; email: string; name: string; surname: string; passwordHash: string; isSuperuser: boolean }

/** Leaves an existing account with this e-mail as it is. */
export async function insertUserOnce(db: Db, user: NewUser): Promise<void> {
  await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
}
