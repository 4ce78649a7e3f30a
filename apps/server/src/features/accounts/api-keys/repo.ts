import type { Db } from '#platform/db.ts'
import type { ApiKeys } from '#platform/tables/account.ts'

/** Stores the key of a user in place of the former one. */
export async function replaceKey(db: Db, key: Omit<ApiKeys, 'lastUsedAt'>): Promise<void> {
  const { userId: _owner, ...changes } = key
  await db
    .insertInto('apiKeys')
    .values(key)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ ...changes, lastUsedAt: null }))
    .execute()
}

export function keyOfUser(db: Db, userId: string): Promise<ApiKeys | undefined> {
  return db.selectFrom('apiKeys').selectAll().where('userId', '=', userId).executeTakeFirst()
}

export function keyByHash(db: Db, hash: Buffer) {
  return db
    .selectFrom('apiKeys')
    .innerJoin('users', 'users.id', 'userId')
    .selectAll('apiKeys')
    .select('disabledAt')
    .where('hash', '=', hash)
    .executeTakeFirst()
}

/** Writes the moment of use, unless another request has done so since `before`. */
export async function touchKey(db: Db, id: string, { now, before }: { now: Date; before: Date }): Promise<void> {
  await db
    .updateTable('apiKeys')
    .set({ lastUsedAt: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<=', before)]))
    .execute()
}

/** False if the user has no key. */
export async function deleteKeyOf(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('apiKeys').where('userId', '=', userId).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The API key of a person, without the key itself, for the archive of their data. */
export async function exportKey(db: Db, userId: string) {
  const key = await db
    .selectFrom('apiKeys')
    .select(['scopes', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return key ? { key: 'dsl_••••••••', ...key } : null
}
