import { exceptionKey } from '@doslovno/domain/vocabulary/find-terms.ts'
import { type Term, lettersOf } from '@doslovno/domain/vocabulary/term-index.ts'
import { MOST_REFUSED } from '@doslovno/domain/vocabulary/term-rules.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'

/** Terms, exceptions and versions that apply to a file of a user. */
export type TermsInUse = {
  terms: Term[]
  /** Keys by `exceptionKey`. */
  exceptions: ReadonlySet<string>
  /** Of the vocabularies that apply, the user's own first. */
  versions: { vocabularyId: string; version: number }[]
}

/** Terms that are on, of the user's own vocabulary and of those shared ones among `vocabularyIds` that the user may use. */
export async function termsInUse(db: Db, userId: string, vocabularyIds: readonly string[] | null): Promise<TermsInUse> {
  const versions = await db
    .selectFrom('vocabularies')
    .select(['id as vocabularyId', 'version'])
    .where('id', 'in', [userId, ...(vocabularyIds ?? [])])
    .where((eb) => eb('id', 'in', visibleTo(db, userId)))
    .orderBy(sql`id = ${userId}`, 'desc')
    .orderBy('id')
    .execute()
  if (versions.length === 0) return { terms: [], exceptions: new Set(), versions }
  const ids = versions.map(({ vocabularyId }) => vocabularyId)
  const terms = await db
    .selectFrom('vocabularyTerms')
    .select(['id', 'text', 'saidAs', 'paradigm'])
    .where('vocabularyId', 'in', ids)
    .where('isOn', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy(sql`array_position(${ids}::uuid[], vocabulary_id)`)
    .orderBy('plain')
    .execute()
  const exceptions = await db
    .selectFrom('vocabularyExceptions')
    .select(['heard', 'termId'])
    .where('userId', '=', userId)
    .execute()
  return { terms, exceptions: new Set(exceptions.map(({ heard, termId }) => exceptionKey(heard, termId))), versions }
}

/** Adds to how often each term put a word right; a negative number takes back. Ignores terms the user may not use. */
export async function countUses(db: Db, userId: string, uses: ReadonlyMap<string, number>): Promise<void> {
  if (uses.size === 0) return
  const ids = [...uses.keys()]
  const counts = [...uses.values()]
  // Locks in one order: two files that end at once share terms.
  await sql`
    with uses as (select * from unnest(${ids}::uuid[], ${counts}::int[]) as uses (id, count)),
      locked as (
        select id from vocabulary_terms
        where id = any(${ids}::uuid[]) and vocabulary_id in (${visibleTo(db, userId)})
        order by id for update)
    update vocabulary_terms set used = greatest(0, used + uses.count)
    from uses join locked using (id) where vocabulary_terms.id = uses.id`.execute(db)
}

/** Never takes the heard words for this term again in files of this user. Ignores a term the user may not use. */
export async function addException(
  db: Db,
  { userId, heard, termId }: { userId: string; heard: string; termId: string },
): Promise<void> {
  await db
    .insertInto('vocabularyExceptions')
    .columns(['userId', 'heard', 'termId'])
    .expression((eb) =>
      eb
        .selectFrom('vocabularyTerms')
        .select([sql<string>`${userId}::uuid`.as('userId'), sql<string>`${lettersOf(heard)}`.as('heard'), 'id'])
        .where('id', '=', termId)
        .where('vocabularyId', 'in', visibleTo(db, userId))
        .where(sql<boolean>`(select count(*) from vocabulary_exceptions where user_id = ${userId}) < ${MOST_REFUSED}`),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Ids of vocabularies whose terms apply to files of the user. */
export function visibleTo(db: Db, userId: string) {
  return db
    .selectFrom('vocabularies')
    .select('id')
    .where('userId', '=', userId)
    .union(db.selectFrom('vocabularyMembers').select('vocabularyId as id').where('userId', '=', userId))
}
