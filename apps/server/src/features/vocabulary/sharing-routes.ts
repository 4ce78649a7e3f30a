import * as calls from '@doslovno/contract/vocabularies.ts'

import type { Context } from '#context.ts'
import { contactOf } from '#features/users/index.ts'
import type { Db } from '#platform/db.ts'
import type { Routes } from '#platform/http/route.ts'

import {
  changeMember,
  createVocabulary,
  deleteVocabulary,
  invite,
  join,
  leave,
  listMembers,
  openInvite,
  removeMember,
  renameVocabulary,
  revokeInvite,
} from './share.ts'
import { inviteView, memberView, vocabularyView } from './view.ts'
import { type ListedVocabulary, vocabulariesOf } from './vocabulary-repo.ts'

export function vocabularySharingRoutes(routes: Routes, ctx: Context): void {
  routes.add(calls.listVocabularies, async (_input, { userId }) => ({
    data: (await allVocabularies(ctx.db, userId)).map((vocabulary) => vocabularyView(vocabulary, userId)),
  }))

  routes.add(calls.createVocabulary, async ({ body }, actor) => ({
    vocabulary: vocabularyView(await createVocabulary(ctx, actor, body.name), actor.userId),
  }))

  routes.add(calls.renameVocabulary, async ({ params, body }, actor) => ({
    vocabulary: vocabularyView(await renameVocabulary(ctx, actor, { ...params, ...body }), actor.userId),
  }))

  routes.add(calls.deleteVocabulary, async ({ params }, actor) => {
    await deleteVocabulary(ctx, actor, params.id)
    return {}
  })

  routes.add(calls.createInvite, async ({ params, body }, actor) => {
    const token = await invite(ctx, actor, params.id, body.role)
    return { url: `${ctx.config.publicUrl}/vocabulary/invite#${token}` }
  })

  routes.add(calls.revokeInvite, async ({ params }, actor) => {
    await revokeInvite(ctx, actor, params.id)
    return {}
  })

  routes.add(calls.openInvite, async ({ body }, actor) => ({
    invite: inviteView(await openInvite(ctx.db, actor, body.token), actor.userId),
  }))

  routes.add(calls.joinVocabulary, async ({ body }, actor) => ({
    vocabulary: vocabularyView(await join(ctx, actor, body.token), actor.userId),
  }))

  routes.add(calls.leaveVocabulary, async ({ params }, actor) => {
    await leave(ctx, actor, params.id)
    return {}
  })

  routes.add(calls.listMembers, async ({ params }, actor) => ({
    data: (await listMembers(ctx, actor, params.id)).map(memberView),
  }))

  routes.add(calls.changeMember, async ({ params, body }, actor) => ({
    member: memberView(await changeMember(ctx, actor, params, body.role)),
  }))

  routes.add(calls.removeMember, async ({ params }, actor) => {
    await removeMember(ctx, actor, params)
    return {}
  })
}

/** The user's own first; it is listed before it has a row. */
async function allVocabularies(db: Db, userId: string): Promise<ListedVocabulary[]> {
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
