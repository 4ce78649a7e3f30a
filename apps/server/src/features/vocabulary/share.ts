import { randomUUID } from 'node:crypto'

import type { MemberRole } from '@doslovno/contract/vocabulary.ts'
import type { Actor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/operations/index.ts'
import { lockUser } from '#features/users/index.ts'
import type { Db, Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Kept } from '#platform/http/once.ts'
import { createOpaqueToken, hashToken } from '#platform/tokens.ts'

import { lockOwned } from './access.ts'
import {
  changeRole,
  deleteMember,
  findMember,
  insertMember,
  type Member,
  membersOf,
  changeVocabulary,
  deleteVocabularyRow,
  insertVocabulary,
  type ListedVocabulary,
  vocabulariesOf,
  vocabularyByInvite,
  vocabularyOf,
} from './vocabulary-repo.ts'

/** Of one user, owned and joined. */
const MOST_SHARED = 20

export function createVocabulary(
  ctx: Context,
  { userId }: Actor,
  name: string,
  kept: Kept<ListedVocabulary>,
): Promise<ListedVocabulary> {
  return ctx.db.transaction().execute(async (tx) => {
    await requireRoom(tx, userId)
    const id = randomUUID()
    await insertVocabulary(tx, { id, userId, name, createdAt: ctx.now() })
    const vocabulary = await visible(tx, userId, id)
    await kept(tx, vocabulary)
    return vocabulary
  })
}

export function renameVocabulary(
  ctx: Context,
  { userId }: Actor,
  { id, name }: { id: string; name: string },
): Promise<ListedVocabulary> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockOwned(tx, userId, id)
    await changeVocabulary(tx, id, { name })
    return visible(tx, userId, id)
  })
}

export async function deleteVocabulary(ctx: Context, { userId }: Actor, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await lockOwned(tx, userId, id)
    await deleteVocabularyRow(tx, id)
    await recordAudit(tx, { kind: 'vocabularyDeleted', userId, details: { vocabularyId: id } })
  })
}

/** Returns the token of a new invite; the one before stops working. */
export async function invite(ctx: Context, { userId }: Actor, id: string, role: MemberRole): Promise<string> {
  const token = createOpaqueToken()
  await ctx.db.transaction().execute(async (tx) => {
    await lockOwned(tx, userId, id)
    await changeVocabulary(tx, id, { inviteHash: hashToken(token), inviteRole: role, invitedAt: ctx.now() })
    await recordAudit(tx, { kind: 'vocabularyInviteCreated', userId, details: { vocabularyId: id, role } })
  })
  return token
}

export async function revokeInvite(ctx: Context, { userId }: Actor, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await lockOwned(tx, userId, id)
    await changeVocabulary(tx, id, { inviteHash: null, inviteRole: null, invitedAt: null })
    await recordAudit(tx, { kind: 'vocabularyInviteRevoked', userId, details: { vocabularyId: id } })
  })
}

export async function openInvite(db: Db, { userId }: Actor, token: string): Promise<ListedVocabulary> {
  const vocabulary = await vocabularyByInvite(db, userId, hashToken(token))
  if (!vocabulary) throw new AppError('tokenNotValid')
  return vocabulary
}

export function join(ctx: Context, actor: Actor, token: string): Promise<ListedVocabulary> {
  const { userId } = actor
  return ctx.db.transaction().execute(async (tx) => {
    const { id, inviteRole, userId: ownerId, role } = await openInvite(tx, actor, token)
    if (inviteRole && ownerId !== userId && !role) {
      await requireRoom(tx, userId)
      await insertMember(tx, { vocabularyId: id, userId, role: inviteRole, joinedAt: ctx.now() })
      await recordAudit(tx, { kind: 'vocabularyJoined', userId, details: { vocabularyId: id, role: inviteRole } })
    }
    return visible(tx, userId, id)
  })
}

export async function leave(ctx: Context, { userId }: Actor, id: string): Promise<void> {
  if (!(await deleteMember(ctx.db, id, userId))) throw new AppError('notFound')
}

export async function listMembers({ db }: Context, { userId }: Actor, id: string): Promise<Member[]> {
  const { userId: ownerId } = await visible(db, userId, id)
  if (ownerId !== userId) throw new AppError('notAllowed')
  return membersOf(db, id)
}

type MemberOf = { id: string; userId: string }

export function changeMember(ctx: Context, actor: Actor, { id, userId }: MemberOf, role: MemberRole): Promise<Member> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockOwned(tx, actor.userId, id)
    await changeRole(tx, id, userId, role)
    const member = await findMember(tx, id, userId)
    if (!member) throw new AppError('notFound')
    return member
  })
}

export async function removeMember(ctx: Context, actor: Actor, { id, userId }: MemberOf): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await lockOwned(tx, actor.userId, id)
    if (!(await deleteMember(tx, id, userId))) throw new AppError('notFound')
    const details = { vocabularyId: id, memberId: userId }
    await recordAudit(tx, { kind: 'vocabularyMemberRemoved', userId: actor.userId, details })
  })
}

async function requireRoom(tx: Tx, userId: string): Promise<void> {
  await lockUser(tx, userId)
  const shared = (await vocabulariesOf(tx, userId)).filter(({ id }) => id !== userId)
  if (shared.length >= MOST_SHARED) throw new AppError('tooManyVocabularies')
}

async function visible(db: Db, userId: string, id: string): Promise<ListedVocabulary> {
  const vocabulary = await vocabularyOf(db, userId, id)
  if (!vocabulary) throw new AppError('notFound')
  return vocabulary
}
