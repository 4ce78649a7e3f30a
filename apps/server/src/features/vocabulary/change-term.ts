import type { Actor } from '@doslovno/domain/access.ts'
import { NOT_DECLINED } from '@doslovno/domain/vocabulary/forms.ts'
import { lettersOf } from '@doslovno/domain/vocabulary/term-index.ts'
import { MOST_TERMS, refuseTerm, tidySaidAs, tidyTerm } from '@doslovno/domain/vocabulary/term-rules.ts'

import type { Context } from '#context.ts'
import type { Tx } from '#platform/db.ts'
import { AppError, invalidFields } from '#platform/errors.ts'
import { russianWords } from '#platform/language.ts'
import type { TermRow } from '#platform/tables/vocabulary.ts'

import { lockWritable } from './access.ts'
import { changeTerm, countTerms, findTerm, type TermChanges, termsByPlain } from './term-repo.ts'
import { raiseVersion } from './vocabulary-repo.ts'

type Edit = {
  text?: string | undefined
  saidAs?: string[] | undefined
  isOn?: boolean | undefined
  paradigm?: number | null | undefined
}

export function editTerm(ctx: Context, actor: Actor, id: string, edit: Edit): Promise<TermRow> {
  return change(ctx, actor, id, async (tx, term) => {
    if (term.deletedAt) throw new AppError('notFound')
    const changes = changesOf(term, edit)
    if (changes.plain !== term.plain) await requireNew(tx, term.vocabularyId, changes.plain)
    return changes
  })
}

/** It can be restored, with its id, until it is forgotten. */
export async function deleteTerm(ctx: Context, actor: Actor, id: string): Promise<void> {
  await change(ctx, actor, id, async (_tx, { deletedAt }) => {
    if (deletedAt) throw new AppError('notFound')
    return { deletedAt: ctx.now() }
  })
}

/** Undoes a deletion; does nothing to a term that is there. */
export function restoreTerm(ctx: Context, actor: Actor, id: string): Promise<TermRow> {
  return change(ctx, actor, id, async (tx, { deletedAt, vocabularyId, plain }) => {
    if (!deletedAt) return {}
    await requireNew(tx, vocabularyId, plain)
    if ((await countTerms(tx, vocabularyId)) >= MOST_TERMS) throw new AppError('tooManyTerms')
    return { deletedAt: null }
  })
}

function change(
  ctx: Context,
  { userId }: Actor,
  id: string,
  decide: (tx: Tx, term: TermRow) => Promise<TermChanges>,
): Promise<TermRow> {
  return ctx.db.transaction().execute(async (tx) => {
    const found = await findTerm(tx, id)
    if (!found) throw new AppError('notFound')
    await lockWritable(tx, ctx, userId, found.vocabularyId)
    // It may have changed before the lock.
    const term = await findTerm(tx, id)
    if (!term) throw new AppError('notFound')
    const changes = await decide(tx, term)
    if (Object.keys(changes).length === 0) return term
    await raiseVersion(tx, term.vocabularyId)
    return changeTerm(tx, id, changes)
  })
}

function changesOf(term: TermRow, edit: Edit) {
  const text = edit.text === undefined ? term.text : tidyTerm(edit.text)
  const saidAs = edit.saidAs ? tidySaidAs(edit.saidAs) : term.saidAs
  const refusal = refuseTerm(text, saidAs, russianWords())
  const invalid = refusal && invalidFields({ [refusal === 'saidAs' ? 'saidAs' : 'text']: `term.${refusal}` })
  if (invalid) throw invalid
  // The number of a paradigm means nothing for another word.
  const kept = text === term.text || term.paradigm === NOT_DECLINED ? term.paradigm : null
  const paradigm = edit.paradigm === undefined ? kept : edit.paradigm
  return { text, plain: lettersOf(text), saidAs, paradigm, isOn: edit.isOn ?? term.isOn }
}

async function requireNew(tx: Tx, vocabularyId: string, plain: string): Promise<void> {
  if ((await termsByPlain(tx, vocabularyId, [plain])).length > 0) throw new AppError('termExists')
}
