import type { Span } from '#span.ts'
import type { Range, Segment } from '#transcript/segments.ts'
import { splitWords, spreadWords, wordsOf } from '#transcript/spread-words.ts'
import { plainForm, type Word } from '#transcript/words.ts'
import { unmarked } from '#vocabulary/correct.ts'
import { markedWords } from '#vocabulary/marks.ts'

import { type Difference, diffWords } from './diff-words.ts'
import { withWords } from './transcript.ts'

/** Speaking pace of new words in a pause with room to spare. */
const SECONDS_PER_LETTER = 0.08

/**
 * The segments of a paragraph after an edit of its text. Words stay in their segments, new ones join the segment of
 * the previous word, and a segment without words is dropped.
 */
export function editText(segments: readonly Segment[], newText: string, bounds: Span): Segment[] {
  const homes = segments.flatMap((segment, index) => wordsOf(segment).map(() => index))
  const edited: Word[][] = segments.map(() => [])
  for (const { word, origin } of alignWords(segments.flatMap(wordsOf), newText, bounds))
    edited[homes[origin] ?? 0]?.push(word)
  return segments.flatMap((segment, index) => keptSegment(segment, edited[index] ?? []))
}

function keptSegment(segment: Segment, words: readonly Word[]): Segment[] {
  if (words.length === 0) return []
  const isUntouched = words.length === segment.words.length && words.every((word, n) => word === segment.words[n])
  return [isUntouched ? segment : withWords(segment, words)]
}

/** A word after an edit, and the index of the original word it replaced or follows. */
type AlignedWord = { word: Word; origin: number }

/**
 * The words of an edited text. A kept word keeps its time and confidence, even if its case or punctuation changed;
 * replacements share the span of the words they replace; new words go between their neighbours, within `bounds`.
 * Typed words have no confidence: only the engine measures it. An edit of a word drops the vocabulary's mark on it.
 */
export function alignEdit(words: readonly Word[], newText: string, bounds: Span = spanOf(words)): Word[] {
  return alignWords(words, newText, bounds).map(({ word }) => word)
}

export function alignWords(words: readonly Word[], newText: string, bounds: Span = spanOf(words)): AlignedWord[] {
  const texts = splitWords(newText)
  const differences = diffWords(
    words.map(({ text }) => normalWord(text)),
    texts.map(normalWord),
  )
  const aligned: AlignedWord[] = []
  let [from, to] = [0, 0]
  for (const difference of differences) {
    aligned.push(...kept(words.slice(from, difference.fromStart), texts.slice(to, difference.toStart), from))
    aligned.push(...changed({ words, texts, bounds }, difference))
    from = difference.fromEnd
    to = difference.toEnd
  }
  return withoutBrokenMarks([...aligned, ...kept(words.slice(from), texts.slice(to), from)], words)
}

/** Words are equal if they sound equal: case, outer punctuation and the dots of a yo do not count. */
export function normalWord(text: string): string {
  const plain = plainForm(text)
  return plain.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') || plain
}

function spanOf(words: readonly Word[]): Span {
  return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 }
}

function kept(words: readonly Word[], texts: readonly string[], first: number): AlignedWord[] {
  return words.map((word, index) => {
    const text = texts[index] ?? word.text
    return { word: text === word.text ? word : { ...word, text }, origin: first + index }
  })
}

/** A mark stays as long as every word that it covers does. */
function withoutBrokenMarks(aligned: readonly AlignedWord[], words: readonly Word[]): AlignedWord[] {
  const whole = new Set<Word>()
  for (const [index, { word, origin }] of aligned.entries()) {
    const covered = words.slice(origin, origin + markedWords(words, origin))
    const isWhole = word === words[origin] && covered.every((one, offset) => aligned[index + offset]?.word === one)
    if (isWhole) for (const one of covered) whole.add(one)
  }
  const isMarked = ({ termId, maybe }: Word) => termId !== undefined || maybe !== undefined
  return aligned.map((one) => (isMarked(one.word) && !whole.has(one.word) ? { ...one, word: unmarked(one.word) } : one))
}

type Edit = { words: readonly Word[]; texts: readonly string[]; bounds: Span }

function changed({ words, texts, bounds }: Edit, { fromStart, fromEnd, toStart, toEnd }: Difference): AlignedWord[] {
  const written = texts.slice(toStart, toEnd)
  const replaced = words.slice(fromStart, fromEnd)
  if (replaced.length === written.length)
    return replaced.map(({ start, end }, index) => ({
      word: { text: written[index] ?? '', start, end, confidence: null },
      origin: fromStart + index,
    }))
  const [before, after] = [words[fromStart - 1], words[fromEnd]]
  if (replaced.length > 0)
    return spreadWords(written, spanInPlace(replaced, after)).map((word) => ({ word, origin: fromStart }))
  const span = spanBetween({ before, after, bounds }, written)
  return spreadWords(written, span).map((word) => ({ word, origin: Math.max(fromStart - 1, 0) }))
}

type Gap = { before: Word | undefined; after: Word | undefined; bounds: Span }

/** The pause between two words, or as much of it as the new words take at a normal pace. */
function spanBetween({ before, after, bounds }: Gap, written: readonly string[]): Span {
  const needed = written.reduce((sum, text) => sum + text.length + 1, 0) * SECONDS_PER_LETTER
  const start = before ? before.end : Math.min(bounds.start, after?.start ?? bounds.start)
  const end = after ? after.start : Math.max(bounds.end, before?.end ?? bounds.end)
  if (end <= start) return { start: end, end }
  // Next to the word it was typed at: the one before, or at the very beginning the one after.
  return before || !after
    ? { start, end: Math.min(end, start + needed) }
    : { start: Math.max(start, end - needed), end }
}

// Recognised words may overlap; typed ones never reach into the next.
function spanInPlace(replaced: readonly Word[], after: Word | undefined): Span {
  const { start, end } = spanOf(replaced)
  return { start, end: Math.max(start, Math.min(end, after?.start ?? end)) }
}

/** Narrows an edit of a paragraph to the segments that changed; undefined if none did. */
export function narrowEdit(
  segments: readonly Segment[],
  { at, count }: Range,
  text: string,
): (Range & { text: string }) | undefined {
  const own = segments.slice(at, at + count).map((segment) => wordsOf(segment).map((word) => word.text))
  const words = splitWords(text)
  const head = keptSegments(own, words)
  const rest = words.slice(lengthOf(own.slice(0, head)))
  const tail = keptSegments(own.slice(head).toReversed().map(reversed), reversed(rest))
  const written = rest.slice(0, rest.length - lengthOf(own.slice(own.length - tail)))
  if (head + tail < own.length) return { at: at + head, count: own.length - head - tail, text: written.join(' ') }
  if (written.length === 0) return undefined
  // Text between two segments joins the one before, at the very beginning the one after.
  const beside = Math.max(head - 1, 0)
  const home = own[beside] ?? []
  return { at: at + beside, count: 1, text: (head > 0 ? [...home, ...written] : [...written, ...home]).join(' ') }
}

/** The number of leading segments that the words repeat unchanged. */
function keptSegments(segments: readonly (readonly string[])[], words: readonly string[]): number {
  let passed = 0
  const changed = segments.findIndex((segment) => {
    const isKept = segment.every((word, index) => words[passed + index] === word)
    passed += segment.length
    return !isKept
  })
  return changed < 0 ? segments.length : changed
}

const lengthOf = (segments: readonly (readonly string[])[]) => segments.reduce((sum, { length }) => sum + length, 0)
const reversed = (words: readonly string[]) => words.toReversed()
