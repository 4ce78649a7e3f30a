import type { Patch } from '#editing/changes.ts'
import { withWords } from '#editing/transcript.ts'
import type { Segment } from '#transcript/segments.ts'
import { joinWords, splitWords } from '#transcript/spread-words.ts'
import type { Word } from '#transcript/words.ts'

import { acceptTerm, replacedWords, undoTerm, unmarked } from './correct.ts'
import { lettersOf } from './term-index.ts'

/** Where a mark begins: word `word` of segment `at`. */
export type MarkPlace = { at: number; word: number }

/** Places where the same was heard and may be the same term: one answer is for all of them. */
export type Question = { heard: string; text: string; termId: string; places: readonly MarkPlace[] }

/** Every replacement, in order. */
export function findReplaced(segments: readonly Segment[]): MarkPlace[] {
  return placesWhere(segments, (word) => Boolean(word.heard))
}

/** The open questions, grouped by what was heard, in order of their first places. */
export function findQuestions(segments: readonly Segment[]): Question[] {
  const asked = placesWhere(segments, (word) => word.maybe !== undefined).flatMap((place) =>
    questionAt(segments, place),
  )
  const groups = Map.groupBy(asked, ({ heard, termId }) => `${lettersOf(heard)} ${termId}`)
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, places: [first, ...others].flatMap(({ places }) => places) }] : [],
  )
}

/** How many words, from `at` on, a replacement put in or a question asks about; 0 if neither begins there. */
export function markedWords(words: readonly Word[], at: number): number {
  return replacedWords(words, at) || (words[at]?.maybe?.words ?? 0)
}

/** Without the punctuation around it. */
export function bareText(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}

/** Takes replacements back. */
export function undoPatches(segments: readonly Segment[], places: readonly MarkPlace[]): Patch[] {
  return patchesAt(segments, places, undoTerm)
}

/** Answers questions by their terms. */
export function acceptPatches(segments: readonly Segment[], places: readonly MarkPlace[]): Patch[] {
  return patchesAt(segments, places, acceptTerm)
}

/** A term in place of `words` words. */
export type TermAt = MarkPlace & { words: number; text: string; termId: string }

/** Puts terms in, as if the vocabulary had: they are marked and may be undone. */
export function termPatches(segments: readonly Segment[], terms: readonly TermAt[]): Patch[] {
  const bySegment = Map.groupBy(terms, ({ at }) => at)
  const asked = segments.map((segment, at) => {
    const own = bySegment.get(at)
    return own ? { ...segment, words: withQuestions(segment.words, own) } : segment
  })
  return acceptPatches(
    asked,
    terms.toSorted((one, other) => one.at - other.at || one.word - other.word),
  )
}

/** Answers questions by what was heard: only their marks go. */
export function keepPatches(segments: readonly Segment[], places: readonly MarkPlace[]): Patch[] {
  return patchesAt(segments, places, (words, at) => words.map((word, index) => (index === at ? unmarked(word) : word)))
}

/** Puts another form of the term in place of the present one, with the punctuation around it. */
export function reformPatches(segments: readonly Segment[], place: MarkPlace, form: string): Patch[] {
  return patchesAt(segments, [place], (words, at) => {
    const { heard = '', termId = '' } = words[at] ?? {}
    const shown = joinWords(words.slice(at, at + replacedWords(words, at)))
    const undone = undoTerm(words, at)
    const maybe = { text: inPlaceOf(shown, form), words: splitWords(heard).length, termId }
    return acceptTerm(undone.map((word, index) => (index === at ? { ...word, maybe } : word)), at) // prettier-ignore
  })
}

function withQuestions(words: readonly Word[], terms: readonly TermAt[]): Word[] {
  const questions = new Map(terms.map(({ word, text, words: count, termId }) => [word, { text, words: count, termId }]))
  return words.map((word, at) => {
    const maybe = questions.get(at)
    return maybe ? { ...unmarked(word), maybe } : word
  })
}

function placesWhere(segments: readonly Segment[], isMarked: (word: Word) => boolean): MarkPlace[] {
  const places: MarkPlace[] = []
  for (const [at, { words }] of segments.entries())
    for (const [word, spoken] of words.entries()) if (isMarked(spoken)) places.push({ at, word })
  return places
}

function questionAt(segments: readonly Segment[], place: MarkPlace): Question[] {
  const words = wordsFrom(segments, place)
  const maybe = words[0]?.maybe
  if (!maybe || words.length < maybe.words) return []
  const heard = joinWords(words.slice(0, maybe.words))
  return [{ heard, text: maybe.text, termId: maybe.termId, places: [place] }]
}

/** A long sentence may be cut inside a mark, so its words may reach into the next segment. */
function wordsFrom(segments: readonly Segment[], { at, word }: MarkPlace): readonly Word[] {
  return [...(segments[at]?.words.slice(word) ?? []), ...(segments[at + 1]?.words ?? [])]
}

/** Changes the marks at these places, the last first, so that those before them stay where they are. */
function patchesAt(
  segments: readonly Segment[],
  places: readonly MarkPlace[],
  change: (words: readonly Word[], at: number) => readonly Word[],
): Patch[] {
  const changed = new Map<number, readonly Word[]>()
  const wordsAt = (at: number) => changed.get(at) ?? segments[at]?.words ?? []
  for (const { at, word } of places.toReversed()) {
    const [own, next] = [wordsAt(at), wordsAt(at + 1)]
    const missing = Math.max(0, word + markedWords([...own, ...next], word) - own.length)
    changed.set(at, change([...own, ...next.slice(0, missing)], word))
    if (missing > 0) changed.set(at + 1, next.slice(missing))
  }
  return [...changed]
    .toSorted(([one], [other]) => one - other)
    .map(([at, words]) => ({ at, count: 1, segments: segmentWith(segments[at], words) }))
}

function segmentWith(segment: Segment | undefined, words: readonly Word[]): Segment[] {
  return segment && words.length > 0 ? [withWords(segment, words)] : []
}

function inPlaceOf(shown: string, form: string): string {
  const lead = /^[^\p{L}\p{N}]*/u.exec(shown)?.[0] ?? ''
  const trail = /[^\p{L}\p{N}]*$/u.exec(shown)?.[0] ?? ''
  const hasCapital = /^\p{Lu}/u.test(shown.slice(lead.length))
  return lead + (hasCapital ? form.replace(/^\p{L}/u, (letter) => letter.toUpperCase()) : form) + trail
}
