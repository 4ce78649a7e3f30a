import type { MemberRole } from '@doslovno/contract/vocabulary.ts'

import type { Context } from '#context.ts'
import { lockUser } from '#features/users/index.ts'
import type { Db, Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'

import { findMember, insertPersonal, lockVocabulary, vocabularyOf } from './vocabulary-repo.ts'

type Role = MemberRole | 'owner'

const RANKS = { use: 0, edit: 1, owner: 2 } as const satisfies Record<Role, number>

/** The user's own vocabulary unless another is named. Throws `notFound` if the user may not read it. */
export async function readableVocabulary(db: Db, userId: string, id: string = userId): Promise<string> {
  if (id !== userId && !(await vocabularyOf(db, userId, id))) throw new AppError('notFound')
  return id
}

/**
 * Locks a vocabulary that the user may change; nobody else changes it until the transaction ends. The user's own one is
 * made when it is first changed.
 */
export async function lockWritable(tx: Tx, ctx: Context, userId: string, id: string = userId): Promise<string> {
  if (id === userId) {
    await lockUser(tx, userId)
    await insertPersonal(tx, userId, ctx.now())
  }
  await lockAs(tx, userId, id, 'edit')
  return id
}

/** Locks a shared vocabulary that the user owns. */
export async function lockOwned(tx: Tx, userId: string, id: string): Promise<void> {
  if (id === userId) throw new AppError('notFound')
  await lockAs(tx, userId, id, 'owner')
}

async function lockAs(tx: Tx, userId: string, id: string, needed: Role): Promise<void> {
  const vocabulary = await lockVocabulary(tx, id)
  const role = vocabulary?.userId === userId ? 'owner' : (await findMember(tx, id, userId))?.role
  if (!role) throw new AppError('notFound')
  if (RANKS[role] < RANKS[needed]) throw new AppError('notAllowed')
}
