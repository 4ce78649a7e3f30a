import { inBatches, type Pause } from '#digest/in-batches.ts'
import { GAP_SECONDS } from '#transcript/segments.ts'
import { plainForm, type Word } from '#transcript/words.ts'

import { type Hit, soundsLike } from './match.ts'
import { withoutDoubles } from './sounds.ts'
import { type IndexedForm, lettersOf, type TermIndex } from './term-index.ts'
import type { WordKind, WordList } from './word-list.ts'

/** Words with their speakers, one number for all words or one per word. */
export type Speech = { words: readonly Word[]; speakers: number | readonly number[] }

export type Vocabulary = {
  index: TermIndex
  list: Pick<WordList, 'kindOf'>
  /** Keys by `exceptionKey`: what was heard and must not become this term again. */
  exceptions: ReadonlySet<string>
}

/** Words `from` up to `to` are a form of a term, or may be. */
export type FoundTerm = {
  from: number
  to: number
  form: IndexedForm
  /** Not certain enough to replace: a question. */
  isQuestion: boolean
  /** How alike they sound, up to 1. */
  similarity: number
  rank: number
}

const MOST_WORDS = 4
const BATCH = 20
const CLAUSE_END = /[.!?…;:]["»)]*$/u
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/** How alike a window and a form must sound: short words and long vocabularies need more. */
const NEED = { base: 0.72, perSound: 0.9, perTerms: 0.055, mostlyKnown: 0.04 }
/** So much below the need is a question. */
const ASK_BELOW = 0.1
/** Known words that together sound exactly like a term. */
const SAME_SOUNDS = { toAsk: 6, toReplace: 8 }

export function exceptionKey(heard: string, termId: string): string {
  return `${lettersOf(heard)} ${termId}`
}

/** Every place where a term was said, in order and without overlaps. Pauses so that the event loop stays free. */
export async function findTerms(speech: Speech, vocabulary: Vocabulary, pause: Pause): Promise<FoundTerm[]> {
  if (vocabulary.index.size === 0) return []
  const heard = await listen(speech, vocabulary, pause)
  const search: Search = { vocabulary, heard, hits: new Map() }
  const found: FoundTerm[] = []
  for (let at = 0; at < heard.length; at++) {
    if (at % BATCH === 0) await pause()
    found.push(...windowsFrom(search, at))
  }
  return withoutOverlaps(found)
}

type Heard = { text: string; letters: string; sounds: string; kind: WordKind; isLast: boolean }
type Search = { vocabulary: Vocabulary; heard: readonly Heard[]; hits: Map<string, readonly Hit[]> }
type Window = { from: number; to: number; sounds: string; letters: string; unknown: number; spoken: number; hasRare: boolean } // prettier-ignore

function listen({ words, speakers }: Speech, { index, list }: Vocabulary, pause: Pause): Promise<Heard[]> {
  const speakerOf = (at: number) => (typeof speakers === 'number' ? speakers : speakers[at])
  const isLast = (word: Word, at: number) => {
    const next = words[at + 1]
    if (!next || speakerOf(at) !== speakerOf(at + 1)) return true
    return next.start - word.end > GAP_SECONDS || CLAUSE_END.test(word.text)
  }
  const hear = ([at, word]: readonly [number, Word]) => {
    const text = word.text.replace(AROUND, '')
    const sounds = text.split('-').map(index.language.soundsOf).join('')
    return { text, letters: lettersOf(text), sounds, kind: list.kindOf(text), isLast: isLast(word, at) }
  }
  return inBatches([...words.entries()], hear, pause)
}

function windowsFrom(search: Search, from: number): FoundTerm[] {
  const found: FoundTerm[] = []
  const { heard, vocabulary } = search
  let [sounds, letters, unknown, spoken, hasRare] = ['', '', 0, 0, false]
  for (let to = from + 1; to <= Math.min(from + MOST_WORDS, heard.length); to++) {
    const last = heard[to - 1]
    if (!last) break
    sounds = withoutDoubles(sounds + last.sounds)
    letters += last.letters
    spoken += last.sounds.length
    if (last.kind === 'unknown') unknown += last.sounds.length
    hasRare ||= last.kind === 'rare'
    if (sounds.length > vocabulary.index.longestSounds + 3) break
    const term = termIn(search, { from, to, sounds, letters, unknown, spoken, hasRare })
    if (term) found.push(term)
    if (last.isLast) break
  }
  return found
}

function termIn(search: Search, window: Window): FoundTerm | undefined {
  const { index } = search.vocabulary
  const { from, to, letters, unknown, hasRare } = window
  const own = index.byLetters.get(letters)
  const isWritten = own && (to - from === 1 || to - from === own.words || unknown > 0 || hasRare)
  if (isWritten) return isExcepted(search, window, own) ? undefined : writtenTerm(search, window, own)
  return unknown === 0 ? knownWords(search, window) : unknownWords(search, window)
}

/** The same letters: only spaces, hyphens and capitals are put right, and no capital of an ordinary word. */
function writtenTerm({ heard }: Search, window: Window, own: IndexedForm): FoundTerm {
  const word = window.to - window.from === 1 ? heard[window.from] : undefined
  const form = word?.kind === 'ordinary' ? { ...own, text: word.text } : own
  return foundTerm(window, form, { similarity: 1, isExact: true })
}

/** Known words are never replaced one by one; several that sound just like a term are at least a question. */
function knownWords(search: Search, window: Window): FoundTerm | undefined {
  const { from, to, sounds, hasRare } = window
  if (to - from === 1 || sounds.length < SAME_SOUNDS.toAsk) return undefined
  const same = search.vocabulary.index.bySounds.get(sounds)
  if (!same || isExcepted(search, window, same)) return undefined
  const isQuestion = !hasRare || sounds.length < SAME_SOUNDS.toReplace
  return foundTerm(window, same, { similarity: 1, isQuestion })
}

function unknownWords(search: Search, window: Window): FoundTerm | undefined {
  const { index } = search.vocabulary
  const { sounds, letters, from, unknown, spoken } = window
  const hits = hitsOf(search, sounds).filter(({ form }) => !isExcepted(search, window, form))
  const before = search.heard[from - 1]?.text ?? ''
  const best = chooseForm(hits, letters, index.language.casesAfter.get(plainForm(before)))
  if (!best) return undefined
  const isMostlyKnown = unknown * 2 < spoken
  const need = needOf(Math.min(sounds.length, best.form.sounds.length), index.size) + (isMostlyKnown ? NEED.mostlyKnown : 0) // prettier-ignore
  if (best.similarity < need - ASK_BELOW) return undefined
  return foundTerm(window, best.form, { similarity: best.similarity, isQuestion: best.similarity < need })
}

function hitsOf({ vocabulary, hits }: Search, sounds: string): readonly Hit[] {
  const known = hits.get(sounds)
  if (known) return known
  const found =
    sounds.length < 3
      ? []
      : soundsLike(sounds, vocabulary.index, needOf(sounds.length, vocabulary.index.size) - ASK_BELOW)
  hits.set(sounds, found)
  return found
}

const needOf = (sounds: number, terms: number) =>
  NEED.base + NEED.perSound / sounds + NEED.perTerms * Math.log10(Math.max(1, terms / 100))

/** An exception holds with words around it too: else the next one is taken for an ending. */
function isExcepted({ vocabulary: { exceptions }, heard }: Search, { from, to }: Window, { termId }: IndexedForm) {
  if (exceptions.size === 0) return false
  for (let start = from; start < to; start++)
    for (let end = start + 1; end <= to; end++) {
      const letters = heard.slice(start, end).map((word) => word.letters)
      if (exceptions.has(exceptionKey(letters.join(''), termId))) return true
    }
  return false
}

type Certainty = { similarity: number; isQuestion?: boolean; isExact?: boolean }

function foundTerm({ from, to }: Window, form: IndexedForm, certainty: Certainty): FoundTerm {
  const { similarity, isQuestion = false, isExact = false } = certainty
  const rank = (isQuestion ? 0 : 10) + (isExact ? 5 : 0) + similarity + 0.01 * form.text.length - 0.015 * (to - from)
  return { from, to, form, isQuestion, similarity, rank }
}

/** The best first; a word belongs to one place. */
function withoutOverlaps(found: readonly FoundTerm[]): FoundTerm[] {
  const taken = new Set<number>()
  const kept: FoundTerm[] = []
  for (const term of found.toSorted((one, other) => other.rank - one.rank)) {
    const words = Array.from({ length: term.to - term.from }, (_, offset) => term.from + offset)
    if (words.some((word) => taken.has(word))) continue
    for (const word of words) taken.add(word)
    kept.push(term)
  }
  return kept.toSorted((one, other) => one.from - other.from)
}

/** A form in a case that the preposition asks for sounds this much nearer. */
const RIGHT_CASE = 0.04
/** Forms that differ less sound alike. */
const ALIKE = 0.02

/** The form that sounds nearest; among forms that sound alike, the one written most like what was heard. */
function chooseForm(hits: readonly Hit[], heard: string, cases: readonly number[] | undefined): Hit | undefined {
  const bits = (cases ?? []).reduce((sum, index) => sum | (1 << index), 0)
  const rated = hits.map((hit) =>
    hit.form.cases & bits ? { ...hit, similarity: Math.min(1, hit.similarity + RIGHT_CASE) } : hit,
  )
  const top = Math.max(...rated.map(({ similarity }) => similarity))
  return rated
    .filter(({ similarity }) => similarity >= top - ALIKE)
    .map((hit) => ({ hit, letters: letterDistance(hit.form.letters, heard) }))
    .toSorted((one, other) => one.letters - other.letters || other.hit.similarity - one.hit.similarity)[0]?.hit
}

function letterDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 0; i < one.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j++) {
      const change = (row[j] ?? 0) + (one[i] === other[j] ? 0 : 1)
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
