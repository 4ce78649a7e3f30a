import { contactOf } from '#features/users/index.ts'
import type { Db } from '#platform/db.ts'

import { type ListedVocabulary, vocabulariesOf } from './vocabulary-repo.ts'

/** The user's own first; it is listed before it has a row. */
export async function allVocabularies(db: Db, userId: string): Promise<ListedVocabulary[]> {
  const found = await vocabulariesOf(db, userId)
  const personal = found.find(({ id }) => id === userId) ?? {
    id: userId,
    userId,
    name: '',
    ownerName: (await contactOf(db, userId))?.name ?? '',
    role: null,
    inviteRole: null,
    terms: 0,
    termsOn: 0,
    members: 0,
  }
  return [personal, ...found.filter(({ id }) => id !== userId)]
}
