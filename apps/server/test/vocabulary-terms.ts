import { randomUUID } from 'node:crypto'

import { lettersOf } from '@doslovno/domain/vocabulary/term-index.ts'

import type { TestApp } from './test-app.ts'

type Shared = { id?: string; members?: readonly string[] }

/** Adds terms to a user's own vocabulary, or with another id to a shared one; returns the id of each by its text. */
export async function addVocabulary(
  { ctx: { db } }: TestApp,
  userId: string,
  texts: readonly string[],
  { id = userId, members = [] }: Shared = {},
): Promise<Map<string, string>> {
  const now = new Date()
  await db
    .insertInto('vocabularies')
    .values({ id, userId, name: id === userId ? '' : 'Команда', createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const member of members)
    await db
      .insertInto('vocabularyMembers')
      .values({ vocabularyId: id, userId: member, role: 'use', joinedAt: now })
      .execute()
  const terms = texts.map((text) => ({ id: randomUUID(), text }))
  await db
    .insertInto('vocabularyTerms')
    .values(
      terms.map((term) => ({
        ...term,
        vocabularyId: id,
        plain: lettersOf(term.text),
        source: 'typed' as const,
        createdAt: now,
      })),
    ) // prettier-ignore
    .execute()
  await db
    .updateTable('vocabularies')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  return new Map(terms.map((term) => [term.text, term.id]))
}

export async function usedOf({ ctx: { db } }: TestApp, termId: string | undefined): Promise<number | undefined> {
  const term = await db
    .selectFrom('vocabularyTerms')
    .select('used')
    .where('id', '=', termId ?? '')
    .executeTakeFirst()
  return term?.used
}
