import { randomUUID } from 'node:crypto'

import type { TermSource } from '@doslovno/contract/vocabulary.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import { type OfferedTerm, termsToOffer } from '@doslovno/domain/vocabulary/forms.ts'
import { lettersOf } from '@doslovno/domain/vocabulary/term-index.ts'
import {
  MOST_TERMS,
  readTermList,
  refuseTerm,
  type TermRefusal,
  tidySaidAs,
  tidyTerm,
} from '@doslovno/domain/vocabulary/term-rules.ts'
import { russianVocabulary } from '@doslovno/texts/language/vocabulary/russian-vocabulary.ts'

import type { Context } from '#context.ts'
import type { Db } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Kept } from '#platform/http/once.ts'
import { russianWords } from '#platform/language.ts'

import { lockWritable, readableVocabulary } from './access.ts'
import {
  countTerms,
  hasTerm,
  insertDeclined,
  insertTerms,
  isDeclined,
  type NewOrStored,
  termsByPlain,
} from './term-repo.ts'
import { raiseVersion } from './vocabulary-repo.ts'

export type WantedTerm = { text: string; saidAs: readonly string[]; paradigm: number | null }

/** `term` is the new or the existing one, null if it is refused. */
export type Decision = {
  text: string
  saidAs: string[]
  status: 'added' | 'exists' | 'refused'
  reason: TermRefusal | null
  term: NewOrStored | null
}

type Addition = { vocabularyId: string | undefined; source: TermSource; terms: readonly WantedTerm[] }

export function addTerms(
  ctx: Context,
  { userId }: Actor,
  { vocabularyId, source, terms }: Addition,
  kept?: Kept<Decision[]>,
): Promise<Decision[]> {
  return ctx.db.transaction().execute(async (tx) => {
    const id = await lockWritable(tx, ctx, userId, vocabularyId)
    const decisions = await decide(tx, { vocabularyId: id, source, terms, now: ctx.now() })
    const added = decisions.flatMap(({ status, term }) => (status === 'added' && term ? [term] : []))
    await insertTerms(tx, added)
    if (added.length > 0) await raiseVersion(tx, id)
    await kept?.(tx, decisions)
    return decisions
  })
}

type Plan = { vocabularyId: string; source: TermSource; terms: readonly WantedTerm[]; now: Date }

/** Decides about each term in turn, and writes nothing. */
export async function decide(db: Db, { vocabularyId, source, terms, now }: Plan): Promise<Decision[]> {
  const tidy = terms.map(({ text, saidAs, paradigm }) => ({
    text: tidyTerm(text),
    saidAs: tidySaidAs(saidAs),
    paradigm,
    plain: lettersOf(text),
  }))
  const plains = tidy.map(({ plain }) => plain)
  const known = new Map<string, NewOrStored>(
    (await termsByPlain(db, vocabularyId, plains)).map((row) => [row.plain, row]),
  )
  let room = MOST_TERMS - (await countTerms(db, vocabularyId))
  return tidy.map(({ text, saidAs, paradigm, plain }): Decision => {
    const refused = (reason: TermRefusal) => ({ text, saidAs, status: 'refused' as const, reason, term: null })
    const reason = refuseTerm(text, saidAs, russianWords())
    if (reason) return refused(reason)
    const same = known.get(plain)
    if (same) return { text, saidAs, status: 'exists', reason: null, term: same }
    if (room <= 0) return refused('full')
    room--
    const term = { id: randomUUID(), vocabularyId, text, plain, saidAs, paradigm, source, createdAt: now }
    known.set(plain, term)
    return { text, saidAs, status: 'added', reason: null, term }
  })
}

/** Terms to remember after a correction to this text; none if there is no reason to ask. */
export async function offerFor(db: Db, userId: string, text: string): Promise<OfferedTerm[]> {
  const tidy = tidyTerm(text)
  const words = russianWords()
  if (refuseTerm(tidy, [], words) || words.kindOf(tidy) === 'ordinary') return []
  const offered = termsToOffer(tidy, russianVocabulary, words)
  const plains = offered.map((term) => lettersOf(term.text))
  const isSettled = (await hasTerm(db, userId, plains)) || (await isDeclined(db, userId, plains))
  return isSettled ? [] : offered
}

/** Remembers the likeliest nominative, so that no form of the word is offered again. */
export async function decline(db: Db, userId: string, text: string): Promise<void> {
  const [likeliest] = termsToOffer(tidyTerm(text), russianVocabulary, russianWords())
  await insertDeclined(db, userId, lettersOf(likeliest?.text ?? text))
}

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
