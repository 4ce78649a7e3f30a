import type { Word } from '#transcript/words.ts'

import { type Difference, diffWords } from './diff-words.ts'
import { splitWords, spreadWords, type Span } from './spread-words.ts'

/** A word after an edit, and the index of the word whose place it took or after which it was put. */
export type AlignedWord = { word: Word; origin: number }

/** How long a letter takes where a pause leaves more room than the new words need. */
const SECONDS_PER_LETTER = 0.08

/**
 * The words of an edited text. A word that stayed keeps its time and confidence, also with another case or comma;
 * words in place of others share their span; new ones are put between their neighbours, within `bounds`.
 * What a person wrote has no confidence: it is an engine's measure, and is never made up.
 */
export function alignEdit(words: readonly Word[], newText: string, bounds: Span = spanOf(words)): Word[] {
  return alignWords(words, newText, bounds).map(({ word }) => word)
}

export function alignWords(words: readonly Word[], newText: string, bounds: Span = spanOf(words)): AlignedWord[] {
  const texts = splitWords(newText)
  const differences = diffWords(
    words.map(({ text }) => sameness(text)),
    texts.map(sameness),
  )
  const aligned: AlignedWord[] = []
  let [from, to] = [0, 0]
  for (const difference of differences) {
    aligned.push(...kept(words.slice(from, difference.fromStart), texts.slice(to, difference.toStart), from))
    aligned.push(...changed({ words, texts, bounds }, difference))
    from = difference.fromEnd
    to = difference.toEnd
  }
  return [...aligned, ...kept(words.slice(from), texts.slice(to), from)]
}

/** Two words are the same if they sound so: case, punctuation around it and the dots of a yo make no other word. */
export function sameness(text: string): string {
  const plain = text.toLowerCase().replaceAll('\u0451', '\u0435')
  return plain.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') || plain
}

export function spanOf(words: readonly Word[]): Span {
  return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 }
}

function kept(words: readonly Word[], texts: readonly string[], first: number): AlignedWord[] {
  return words.map((word, index) => {
    const text = texts[index] ?? word.text
    return { word: text === word.text ? word : { ...word, text }, origin: first + index }
  })
}

type Edit = { words: readonly Word[]; texts: readonly string[]; bounds: Span }

function changed({ words, texts, bounds }: Edit, { fromStart, fromEnd, toStart, toEnd }: Difference): AlignedWord[] {
  const written = texts.slice(toStart, toEnd)
  const replaced = words.slice(fromStart, fromEnd)
  if (replaced.length === written.length)
    return replaced.map((word, index) => ({
      word: { ...word, text: written[index] ?? '', confidence: null },
      origin: fromStart + index,
    }))
  const [before, after] = [words[fromStart - 1], words[fromEnd]]
  if (replaced.length > 0)
    return spreadWords(written, spanInPlace(replaced, after)).map((word) => ({ word, origin: fromStart }))
  const span = spanBetween({ before, after, bounds }, written)
  return spreadWords(written, span).map((word) => ({ word, origin: Math.max(fromStart - 1, 0) }))
}

type Gap = { before: Word | undefined; after: Word | undefined; bounds: Span }

/** The pause between two words, or as much of it as new ones need when said at an ordinary pace. */
function spanBetween({ before, after, bounds }: Gap, written: readonly string[]): Span {
  const needed = written.reduce((sum, text) => sum + text.length + 1, 0) * SECONDS_PER_LETTER
  const start = before ? before.end : Math.min(bounds.start, after?.start ?? bounds.start)
  const end = after ? after.start : Math.max(bounds.end, before?.end ?? bounds.end)
  if (end <= start) return { start: end, end }
  // Beside the word that it was written to: at the beginning that is the word after.
  return before || !after
    ? { start, end: Math.min(end, start + needed) }
    : { start: Math.max(start, end - needed), end }
}

// Words of an engine may overlap; new ones never reach into the next.
function spanInPlace(replaced: readonly Word[], after: Word | undefined): Span {
  const { start, end } = spanOf(replaced)
  return { start, end: Math.max(start, Math.min(end, after?.start ?? end)) }
}
