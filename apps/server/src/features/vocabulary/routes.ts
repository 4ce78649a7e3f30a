import * as sharing from '@doslovno/contract/vocabularies.ts'
import type { Vocabulary, VocabularyInvite, VocabularyMember } from '@doslovno/contract/vocabularies.ts'
import * as calls from '@doslovno/contract/vocabulary.ts'
import type { ImportLine, TermOutcome, VocabularyTerm } from '@doslovno/contract/vocabulary.ts'
import { readingsOfTerm, shownForms } from '@doslovno/domain/vocabulary/forms.ts'
import { tidyTerm, writeTermList } from '@doslovno/domain/vocabulary/term-rules.ts'
import { russianVocabulary } from '@doslovno/texts/language/vocabulary/russian-vocabulary.ts'

import type { Context } from '#context.ts'
import { contactOf } from '#features/users/index.ts'
import type { Db } from '#platform/db.ts'
import type { Routes } from '#platform/http/route.ts'

import { readableVocabulary } from './access.ts'
import { addTerms, type Decision, decline, importTerms, offerFor } from './add-terms.ts'
import { deleteTerm, editTerm, restoreTerm } from './change-term.ts'
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
import { allTerms, type NewOrStored, termPage } from './term-repo.ts'
import { type ListedVocabulary, type Member, vocabulariesOf } from './vocabulary-repo.ts'

export function vocabularyRoutes(routes: Routes, ctx: Context): void {
  routes.add(calls.listTerms, async ({ query }, { userId }) => {
    const id = await readableVocabulary(ctx.db, userId, query.vocabularyId)
    const { rows, total } = await termPage(ctx.db, id, query)
    const next = rows.length === query.limit ? (rows.at(-1)?.plain ?? null) : null
    return { data: rows.map(termView), total, next }
  })

  routes.add(calls.addTerms, async ({ body }, actor, _request, keep) => {
    const view = (decisions: Decision[]) => ({ data: decisions.map(outcomeView) })
    const addition = { ...body, vocabularyId: body.vocabularyId }
    return view(await addTerms(ctx, actor, addition, (tx, decisions) => keep(tx, view(decisions))))
  })

  routes.add(calls.editTerm, async ({ params, body }, actor) => ({
    term: termView(await editTerm(ctx, actor, params.id, body)),
  }))

  routes.add(calls.deleteTerm, async ({ params }, actor) => {
    await deleteTerm(ctx, actor, params.id)
    return {}
  })

  routes.add(calls.restoreTerm, async ({ params }, actor) => ({
    term: termView(await restoreTerm(ctx, actor, params.id)),
  }))

  routes.add(calls.importTerms, async ({ body }, actor) => importView(await importTerms(ctx, actor, body)))

  routes.add(calls.exportTerms, async ({ query }, { userId }) => {
    const id = await readableVocabulary(ctx.db, userId, query.vocabularyId)
    return { content: writeTermList(await allTerms(ctx.db, id), query.format) }
  })

  routes.add(calls.getTermReadings, async ({ query }) => {
    const text = tidyTerm(query.text)
    return { data: readingsOfTerm(text, russianVocabulary).map((reading) => ({ ...reading, text })) }
  })

  routes.add(calls.offerTerm, async ({ query }, { userId }) => ({ data: await offerFor(ctx.db, userId, query.text) }))

  routes.add(calls.declineTerm, async ({ body }, { userId }) => {
    await decline(ctx.db, userId, body.text)
    return {}
  })
}

export function vocabularySharingRoutes(routes: Routes, ctx: Context): void {
  routes.add(sharing.listVocabularies, async (_input, { userId }) => ({
    data: (await allVocabularies(ctx.db, userId)).map((vocabulary) => vocabularyView(vocabulary, userId)),
  }))

  routes.add(sharing.createVocabulary, async ({ body }, actor, _request, keep) => {
    const view = (made: ListedVocabulary) => ({ vocabulary: vocabularyView(made, actor.userId) })
    return view(await createVocabulary(ctx, actor, body.name, (tx, made) => keep(tx, view(made))))
  })

  routes.add(sharing.renameVocabulary, async ({ params, body }, actor) => ({
    vocabulary: vocabularyView(await renameVocabulary(ctx, actor, { ...params, ...body }), actor.userId),
  }))

  routes.add(sharing.deleteVocabulary, async ({ params }, actor) => {
    await deleteVocabulary(ctx, actor, params.id)
    return {}
  })

  routes.add(sharing.createInvite, async ({ params, body }, actor) => {
    const token = await invite(ctx, actor, params.id, body.role)
    return { url: `${ctx.config.publicUrl}/vocabulary/invite#${token}` }
  })

  routes.add(sharing.revokeInvite, async ({ params }, actor) => {
    await revokeInvite(ctx, actor, params.id)
    return {}
  })

  routes.add(sharing.openInvite, async ({ body }, actor) => ({
    invite: inviteView(await openInvite(ctx.db, actor, body.token), actor.userId),
  }))

  routes.add(sharing.joinVocabulary, async ({ body }, actor) => ({
    vocabulary: vocabularyView(await join(ctx, actor, body.token), actor.userId),
  }))

  routes.add(sharing.leaveVocabulary, async ({ params }, actor) => {
    await leave(ctx, actor, params.id)
    return {}
  })

  routes.add(sharing.listMembers, async ({ params }, actor) => ({
    data: (await listMembers(ctx, actor, params.id)).map(memberView),
  }))

  routes.add(sharing.changeMember, async ({ params, body }, actor) => ({
    member: memberView(await changeMember(ctx, actor, params, body.role)),
  }))

  routes.add(sharing.removeMember, async ({ params }, actor) => {
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

function termView(term: NewOrStored): VocabularyTerm {
  const { id, vocabularyId, text, saidAs, paradigm, source, isOn = true, used = 0, createdAt } = term
  const forms = shownForms(text, russianVocabulary, paradigm)
  return { id, vocabularyId, text, saidAs, paradigm, forms, isOn, source, used, createdAt: createdAt.toISOString() }
}

function outcomeView({ text, status, reason, term }: Decision): TermOutcome {
  return { text, status, reason, term: term ? termView(term) : null }
}

function importView(decisions: readonly (Decision & { line: number })[]) {
  const count = (wanted: Decision['status']) => decisions.filter(({ status }) => status === wanted).length
  const lines = decisions.map(({ line, text, saidAs, status, reason }): ImportLine => ({
    line,
    text,
    saidAs,
    status,
    reason,
  }))
  return { added: count('added'), exists: count('exists'), refused: count('refused'), lines }
}

function vocabularyView(vocabulary: ListedVocabulary, userId: string): Vocabulary {
  const { id, name, ownerName, terms, termsOn, members, role, inviteRole } = vocabulary
  const isOwner = vocabulary.userId === userId
  return {
    id,
    name,
    isPersonal: id === userId,
    role: isOwner ? 'owner' : (role ?? 'use'),
    ownerName,
    terms,
    termsOn,
    members,
    inviteRole: isOwner ? inviteRole : null,
  }
}

function inviteView(vocabulary: ListedVocabulary, userId: string): VocabularyInvite {
  const { id, name, ownerName, terms, role, inviteRole } = vocabulary
  const isMember = vocabulary.userId === userId || role !== null
  return { vocabularyId: id, name, ownerName, terms, role: role ?? inviteRole ?? 'use', isMember }
}

function memberView({ userId, name, email, role, joinedAt }: Member): VocabularyMember {
  return { userId, name, email, role, joinedAt: joinedAt.toISOString() }
}
