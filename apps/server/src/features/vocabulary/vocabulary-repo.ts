import type { MemberRole } from '@doslovno/contract/vocabulary.ts'
import { sql } from 'kysely'

import type { Db, Tx } from '#platform/db.ts'
import type { VocabularyRow } from '#platform/tables/vocabulary.ts'

/** A vocabulary as one user sees it; `role` is null for its owner. */
export type ListedVocabulary = Pick<VocabularyRow, 'id' | 'userId' | 'name' | 'inviteRole'> & {
  ownerName: string
  role: MemberRole | null
  terms: number
  termsOn: number
  members: number
}

/** The user's own and those they have joined, by name. */
export function vocabulariesOf(db: Db, userId: string): Promise<ListedVocabulary[]> {
  return listed(db, userId)
    .where((eb) => eb.or([eb('vocabularies.userId', '=', userId), eb('member.userId', 'is not', null)]))
    .orderBy('vocabularies.name')
    .orderBy('vocabularies.id')
    .execute()
}

/** Undefined unless the user owns it or has joined. */
export function vocabularyOf(db: Db, userId: string, id: string): Promise<ListedVocabulary | undefined> {
  return listed(db, userId)
    .where('vocabularies.id', '=', id)
    .where((eb) => eb.or([eb('vocabularies.userId', '=', userId), eb('member.userId', 'is not', null)]))
    .executeTakeFirst()
}

/** As the user who holds the token sees it, member or not. */
export function vocabularyByInvite(db: Db, userId: string, hash: Buffer): Promise<ListedVocabulary | undefined> {
  return listed(db, userId).where('vocabularies.inviteHash', '=', hash).executeTakeFirst()
}

function listed(db: Db, userId: string) {
  const live = sql`select count(*) from vocabulary_terms where vocabulary_id = vocabularies.id and deleted_at is null`
  return db
    .selectFrom('vocabularies')
    .innerJoin('users as owner', 'owner.id', 'vocabularies.userId')
    .leftJoin('vocabularyMembers as member', (join) =>
      join.onRef('member.vocabularyId', '=', 'vocabularies.id').on('member.userId', '=', userId),
    )
    .select(['vocabularies.id', 'vocabularies.userId', 'vocabularies.name', 'inviteRole', 'member.role'])
    .select([
      sql<string>`trim(owner.name || ' ' || owner.surname)`.as('ownerName'),
      sql<number>`(${live})`.as('terms'),
      sql<number>`(${live} and is_on)`.as('termsOn'),
      sql<number>`(select count(*) from vocabulary_members where vocabulary_id = vocabularies.id)`.as('members'),
    ])
}

/** Serialises changes of a vocabulary and of its terms. */
export function lockVocabulary(tx: Tx, id: string): Promise<VocabularyRow | undefined> {
  return tx.selectFrom('vocabularies').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The user's own vocabulary, which has the user's id, unless it is there. */
export async function insertPersonal(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .insertInto('vocabularies')
    .values({ id: userId, userId, name: '', createdAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

type NewVocabulary = Pick<VocabularyRow, 'id' | 'userId' | 'name' | 'createdAt'>

export async function insertVocabulary(tx: Tx, vocabulary: NewVocabulary): Promise<void> {
  await tx.insertInto('vocabularies').values(vocabulary).execute()
}

type VocabularyChanges = Partial<Pick<VocabularyRow, 'name' | 'inviteHash' | 'inviteRole' | 'invitedAt'>>

export async function changeVocabulary(tx: Tx, id: string, changes: VocabularyChanges): Promise<void> {
  await tx.updateTable('vocabularies').set(changes).where('id', '=', id).execute()
}

export async function raiseVersion(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('vocabularies')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** With its terms and members. */
export async function deleteVocabularyRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('vocabularies').where('id', '=', id).execute()
}

/** Ends the invites that a user made since a moment, and every membership since; false if there are none. */
export async function endInvitesSince(tx: Tx, userId: string, since: Date): Promise<boolean> {
  const invites = await tx
    .updateTable('vocabularies')
    .set({ inviteHash: null, inviteRole: null, invitedAt: null })
    .where('userId', '=', userId)
    .where('invitedAt', '>=', since)
    .executeTakeFirst()
  const owned = tx.selectFrom('vocabularies').select('id').where('userId', '=', userId)
  const members = await tx
    .deleteFrom('vocabularyMembers')
    .where('joinedAt', '>=', since)
    .where((eb) => eb.or([eb('userId', '=', userId), eb('vocabularyId', 'in', owned)]))
    .executeTakeFirst()
  return invites.numUpdatedRows + members.numDeletedRows > 0n
}

/** The vocabularies a person owns with their terms, and what they said about terms, for the archive of their data. */
export async function exportOf(db: Db, userId: string) {
  const vocabularies = await db
    .selectFrom('vocabularies')
    .select(['id', 'name', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  const terms = await db
    .selectFrom('vocabularyTerms')
    .innerJoin('vocabularies', 'vocabularies.id', 'vocabularyId')
    .select(['vocabularyId', 'text', 'saidAs', 'paradigm', 'source', 'isOn', 'used', 'vocabularyTerms.createdAt'])
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .orderBy('vocabularyId')
    .orderBy('plain')
    .execute()
  const joined = await db
    .selectFrom('vocabularyMembers')
    .innerJoin('vocabularies', 'vocabularies.id', 'vocabularyId')
    .select(['name', 'role', 'joinedAt'])
    .where('vocabularyMembers.userId', '=', userId)
    .orderBy('joinedAt')
    .execute()
  const exceptions = await db
    .selectFrom('vocabularyExceptions')
    .innerJoin('vocabularyTerms', 'vocabularyTerms.id', 'termId')
    .select(['heard', 'text'])
    .where('userId', '=', userId)
    .orderBy('heard')
    .execute()
  const declined = await db
    .selectFrom('vocabularyDeclined')
    .select('plain')
    .where('userId', '=', userId)
    .orderBy('plain')
    .execute()
  return { vocabularies, terms, joined, exceptions, declined: declined.map(({ plain }) => plain) }
}

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
