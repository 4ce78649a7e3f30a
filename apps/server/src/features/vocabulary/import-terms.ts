import type { Actor } from '@doslovno/domain/access.ts'
import { readTermList } from '@doslovno/domain/vocabulary/term-list.ts'
import { MOST_TERMS } from '@doslovno/domain/vocabulary/term-rules.ts'

import type { Context } from '#context.ts'
import { AppError } from '#platform/errors.ts'

import { readableVocabulary } from './access.ts'
import { addTerms, decide, type Decision } from './add-terms.ts'

type Import = { vocabularyId?: string | undefined; text: string; isPreview: boolean }

/** Adds the terms of a list; a preview only tells what would become of them. */
export async function importTerms(
  ctx: Context,
  actor: Actor,
  { vocabularyId, text, isPreview }: Import,
): Promise<(Decision & { line: number })[]> {
  const listed = readTermList(text)
  if (listed.length > MOST_TERMS) throw tooManyLines()
  const terms = listed.map(({ text: term, saidAs }) => ({ text: term, saidAs, paradigm: null }))
  const decisions = isPreview
    ? await decide(ctx.db, {
        vocabularyId: await readableVocabulary(ctx.db, actor.userId, vocabularyId),
        source: 'import',
        terms,
        now: ctx.now(),
      })
    : await addTerms(ctx, actor, { vocabularyId, source: 'import', terms })
  return decisions.map((decision, at) => ({ ...decision, line: listed[at]?.line ?? 0 }))
}

function tooManyLines(): AppError {
  const code = 'vocabulary.tooManyLines'
  return new AppError('invalidRequest', { fields: { text: { code, message: code } } })
}
