import type { Db } from '#platform/db.ts'

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
