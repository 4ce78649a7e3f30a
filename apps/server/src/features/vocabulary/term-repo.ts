import { lettersOf } from '@doslovno/domain/vocabulary/term-index.ts'
import { MOST_REFUSED, tidyTerm } from '@doslovno/domain/vocabulary/term-rules.ts'
import { type Selectable, sql } from 'kysely'

import { daysBefore, deleteInBatches, insertInBatches } from '#platform/batches.ts'
import type { Db, Tx } from '#platform/db.ts'
import type { TermRow, VocabularyTerms } from '#platform/tables/vocabulary.ts'

import { visibleTo } from './use-repo.ts'

/** A deletion can be undone for so long. */
const UNDO_DAYS = 1

export type Page = { search: string; after?: string | undefined; limit: number }

/** In alphabetical order. */
export async function termPage(
  db: Db,
  vocabularyId: string,
  { search, after, limit }: Page,
): Promise<{ rows: TermRow[]; total: number }> {
  const found = termsOf(db, vocabularyId).$if(search.trim() !== '', (query) => query.where(matches(search)))
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .$if(after !== undefined, (query) => query.where('plain', '>', after ?? ''))
    .orderBy('plain')
    .limit(limit)
    .execute()
  return { rows, total }
}

export function allTerms(db: Db, vocabularyId: string): Promise<Pick<TermRow, 'text' | 'saidAs'>[]> {
  return termsOf(db, vocabularyId).select(['text', 'saidAs']).orderBy('plain').execute()
}

export async function countTerms(db: Db, vocabularyId: string): Promise<number> {
  const { count } = await termsOf(db, vocabularyId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function termsByPlain(db: Db, vocabularyId: string, plains: readonly string[]): Promise<TermRow[]> {
  return termsOf(db, vocabularyId)
    .selectAll()
    .where(sql<boolean>`plain = any(${plains}::text[])`)
    .execute()
}

/** Whether any vocabulary of the user has one of these terms. */
export async function hasTerm(db: Db, userId: string, plains: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom('vocabularyTerms')
    .select('id')
    .where('vocabularyId', 'in', visibleTo(db, userId))
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`plain = any(${plains}::text[])`)
    .limit(1)
    .execute()
  return found.length > 0
}

/** Finds deleted terms too. */
export function findTerm(db: Db, id: string): Promise<TermRow | undefined> {
  return db.selectFrom('vocabularyTerms').selectAll().where('id', '=', id).executeTakeFirst()
}

export type NewTerm = Omit<Selectable<VocabularyTerms>, 'isOn' | 'used' | 'deletedAt'>

/** A term with its row, or one that has none yet. */
export type NewOrStored = NewTerm & Partial<Pick<TermRow, 'isOn' | 'used'>>

export function insertTerms(tx: Tx, terms: readonly NewTerm[]): Promise<void> {
  return insertInBatches(terms, (some) => tx.insertInto('vocabularyTerms').values(some).execute())
}

export type TermChanges = Partial<Pick<TermRow, 'text' | 'plain' | 'saidAs' | 'paradigm' | 'isOn' | 'deletedAt'>>

export function changeTerm(tx: Tx, id: string, changes: TermChanges): Promise<TermRow> {
  return tx.updateTable('vocabularyTerms').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Deleted terms whose deletion can no longer be undone. */
export function forgetOld(db: Db, now: Date): Promise<number> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('vocabularyTerms')
      .where('id', 'in', (eb) =>
        eb.selectFrom('vocabularyTerms').select('id').where('deletedAt', '<', daysBefore(now, UNDO_DAYS)).limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}

function termsOf(db: Db, vocabularyId: string) {
  return db.selectFrom('vocabularyTerms').where('vocabularyId', '=', vocabularyId).where('deletedAt', 'is', null)
}

function matches(search: string) {
  const said = tidyTerm(search).toLowerCase()
  return sql<boolean>`(strpos(plain, nullif(${lettersOf(search)}, '')) > 0 or strpos(array_to_string(said_as, ' '), ${said}) > 0)`
}

export async function insertDeclined(db: Db, userId: string, plain: string): Promise<void> {
  await sql`
    insert into vocabulary_declined (user_id, plain) select ${userId}, ${plain}
    where (select count(*) from vocabulary_declined where user_id = ${userId}) < ${MOST_REFUSED}
    on conflict do nothing`.execute(db)
}

export async function isDeclined(db: Db, userId: string, plains: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom('vocabularyDeclined')
    .select('plain')
    .where('userId', '=', userId)
    .where(sql<boolean>`plain = any(${plains}::text[])`)
    .limit(1)
    .execute()
  return found.length > 0
}
