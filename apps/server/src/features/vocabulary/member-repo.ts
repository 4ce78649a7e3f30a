import type { MemberRole } from '@doslovno/contract/vocabulary.ts'
import { sql } from 'kysely'

import type { Db, Tx } from '#platform/db.ts'

export type Member = { userId: string; name: string; email: string | null; role: MemberRole; joinedAt: Date }

/** In the order they joined. */
export function membersOf(db: Db, vocabularyId: string): Promise<Member[]> {
  return members(db, vocabularyId).orderBy('joinedAt').orderBy('userId').execute()
}

export function findMember(db: Db, vocabularyId: string, userId: string): Promise<Member | undefined> {
  return members(db, vocabularyId).where('userId', '=', userId).executeTakeFirst()
}

function members(db: Db, vocabularyId: string) {
  return db
    .selectFrom('vocabularyMembers')
    .innerJoin('users', 'users.id', 'userId')
    .select(['userId', 'email', 'role', 'joinedAt', sql<string>`trim(name || ' ' || surname)`.as('name')])
    .where('vocabularyId', '=', vocabularyId)
}

type NewMember = { vocabularyId: string; userId: string; role: MemberRole; joinedAt: Date }

/** A member keeps the role they have. */
export async function insertMember(tx: Tx, member: NewMember): Promise<void> {
  await tx
    .insertInto('vocabularyMembers')
    .values(member)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function changeRole(tx: Tx, vocabularyId: string, userId: string, role: MemberRole): Promise<void> {
  await tx
    .updateTable('vocabularyMembers')
    .set({ role })
    .where('vocabularyId', '=', vocabularyId)
    .where('userId', '=', userId)
    .execute()
}

/** Returns false if the user is no member. */
export async function deleteMember(db: Db, vocabularyId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('vocabularyMembers')
    .where('vocabularyId', '=', vocabularyId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
