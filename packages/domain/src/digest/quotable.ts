import { isWholeSentence } from '#language/clause.ts'
import { needsContext } from '#language/context.ts'
import type { Predicate } from '#language/tables.ts'
import { endsSentence, plainForm } from '#transcript/words.ts'

import { cutFillers, type DigestLanguage } from './language.ts'
import type { Sentence } from './read-sentence.ts'

const FEWEST_WORDS = 5
const MOST_WORDS = 32
/** A first clause of one word answers a question. */
const FEWEST_IN_FIRST = 2
const BEGINS_WELL = /^["«]?[\p{Lu}\p{N}]/u
/** Cut off, or more than one sentence. */
const BROKEN = /…|\.\.|[-–—,;:(]["»)]*[.!?]?$|[.!?]["»)]*\s+["«]?\p{Lu}/u
/** Engines repeat themselves where they hear nothing. */
const REPEATED = /(?<!\p{L})(\p{L}{2,})(?:[\s,]+\1)+(?!\p{L})/u
const WORD = /\p{L}+(?:-\p{L}+)*/gu
const CLAUSE_BORDER = /[,;:]| [–—-] /u

/**
 * Whether a sentence may be quoted alone: whole, in known words, and understood without what was said before it. To
 * quote less is better than to quote nonsense.
 */
export function isQuotable(sentences: readonly Sentence[], at: number, language: DigestLanguage): boolean {
  const [sentence, before] = [sentences[at], sentences[at - 1]]
  if (!sentence || !isReadable(sentence, language) || !endsSentence(sentence.text)) return false
  if (before?.speaker === sentence.speaker && !endsSentence(before.text)) return false
  if (wordsOf(sentence.text).length < FEWEST_WORDS || !isClearAround(sentences, at, language)) return false
  return !language.isRead || isWhole(sentence.text, language)
}

function isWhole(said: string, language: DigestLanguage): boolean {
  const text = cutFillers(said, language)
  return !needsContext(plainForm(said), language) && isWholeSentence(text, language) && isClause(text, language)
}

/** Whether a sentence begins as one and consists of known words. */
export function isReadable({ text, isDoubtful = false }: Sentence, { isKnown }: DigestLanguage): boolean {
  const words = wordsOf(text)
  if (isDoubtful || !BEGINS_WELL.test(text) || BROKEN.test(text) || REPEATED.test(plainForm(text))) return false
  return words.length <= MOST_WORDS && words.every(isKnown)
}

/**
 * The first clause must say something by itself, none may have two predicates that nothing joins, and a pronoun of the
 * third person must stand for a noun of an earlier one.
 */
function isClause(text: string, language: DigestLanguage): boolean {
  const clauses = text.split(CLAUSE_BORDER).map((clause, at) => uncapitalised(clause, at === 0))
  const [first = []] = clauses
  if (first.length < FEWEST_IN_FIRST || !hasPredicate(first, language) || isElliptic(first, language)) return false
  if (clauses.some((clause) => isRunTogether(clause, language))) return false
  const pointing = clauses.findIndex((clause) => clause.some((word) => language.context.thirdPersons.has(word)))
  return (
    pointing < 0 ||
    clauses
      .slice(0, pointing)
      .flat()
      .some((word) => isNoun(word, language))
  )
}

/** Begins with an adjective without its noun, or with what somebody unnamed did. */
function isElliptic([one = '', two = '']: readonly string[], { clause }: DigestLanguage): boolean {
  if (['masculine', 'feminine'].includes(clause.predicateOf(one) ?? '')) return true
  return clause.isAdjective(one) && clause.predicateOf(two) !== null
}

function isNoun(word: string, { clause, stopWords, numeralOf }: DigestLanguage): boolean {
  return !stopWords.has(word) && !numeralOf(word) && clause.predicateOf(word) === null
}

function hasPredicate(words: readonly string[], language: DigestLanguage): boolean {
  return words.some((word) => language.clause.predicateOf(word) !== null || isPronounVerb(word, words, language))
}

function isPronounVerb(word: string, words: readonly string[], { clause }: DigestLanguage): boolean {
  return [...clause.pronounVerbs].some(([pronoun, verb]) => words.includes(pronoun) && verb.test(word))
}

function isRunTogether(words: readonly string[], language: DigestLanguage): boolean {
  let isOpen = false
  for (const word of words) {
    if (language.context.joining.has(word)) isOpen = false
    const predicate = language.clause.predicateOf(word)
    const isVerb = predicate === null ? isPronounVerb(word, words, language) : !freeOfOrder.has(predicate)
    if (!isVerb) continue
    if (isOpen) return true
    isOpen = true
  }
  return false
}

/** Modal words and comparatives stand beside a verb. */
const freeOfOrder: ReadonlySet<Predicate> = new Set(['alone', 'any'])

/** Plain words without names, some of which end as verbs do. */
const uncapitalised = (clause: string, isFirst: boolean) =>
  wordsOf(clause)
    .filter((word, at) => (isFirst && at === 0) || !/^\p{Lu}/u.test(word))
    .map(plainForm)

const wordsOf = (text: string): string[] => text.match(WORD) ?? []

/** Errors come together: among misheard words a sentence of known ones is likely misheard too. */
const CLEAR_SHARE = 0.9
const NEIGHBOURS = 3

function isClearAround(sentences: readonly Sentence[], at: number, { isKnown }: DigestLanguage): boolean {
  return knownShare(sentences.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1), isKnown) >= CLEAR_SHARE
}

/** With fewer known words a text tells nothing of its recording. */
const UNDERSTOOD_SHARE = 0.5

/** Whether enough of the words of a text are known. */
export function isUnderstood(
  sentences: readonly Pick<Sentence, 'text'>[],
  isKnown: (word: string) => boolean,
): boolean {
  return knownShare(sentences, isKnown) >= UNDERSTOOD_SHARE
}

/** Single letters count neither way. */
function knownShare(sentences: readonly Pick<Sentence, 'text'>[], isKnown: (word: string) => boolean): number {
  const words = sentences.flatMap(({ text }) => wordsOf(text)).filter((word) => word.length > 1)
  return words.length === 0 ? 1 : words.filter(isKnown).length / words.length
}
