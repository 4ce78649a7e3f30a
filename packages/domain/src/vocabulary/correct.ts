import type { Pause } from '#digest/in-batches.ts'
import { joinWords, splitWords, spreadWords } from '#transcript/spread-words.ts'
import { endsSentence, type Word } from '#transcript/words.ts'

import { findTerms, type FoundTerm, type Speech, type Vocabulary } from './find-terms.ts'

/** Words after the correction with the speaker of each, and how often each term was put in. */
export type Corrected = { words: Word[]; speakers: number[]; uses: ReadonlyMap<string, number> }

/** Puts terms right and marks the words it changed or doubts. Without a found term every word stays the same object. */
export async function correctSpeech(speech: Speech, vocabulary: Vocabulary, pause: Pause): Promise<Corrected> {
  const found = await findTerms(speech, vocabulary, pause)
  const corrected: Corrected & { uses: Map<string, number> } = { words: [], speakers: [], uses: new Map() }
  let next = 0
  const put = (words: readonly Word[], from: number) => {
    const speaker = speakerOf(speech, from)
    corrected.words.push(...words)
    corrected.speakers.push(...words.map(() => speaker))
  }
  const keep = (to: number) => {
    for (; next < to; next++) put(speech.words.slice(next, next + 1), next)
  }
  for (const term of found) {
    keep(term.from)
    const words = putRight(speech, term)
    if (words[0]?.heard !== undefined) corrected.uses.set(term.form.termId, (corrected.uses.get(term.form.termId) ?? 0) + 1) // prettier-ignore
    put(words, term.from)
    next = term.to
  }
  keep(speech.words.length)
  return corrected
}

/** Words `from` up to `to` of a speech, and the term that may replace them. */
export type TermChange = { from: number; to: number; heard: string; text: string; termId: string; isQuestion: boolean }

/** Where terms would change a text; the text stays as it is. */
export async function findChanges(speech: Speech, vocabulary: Vocabulary, pause: Pause): Promise<TermChange[]> {
  const found = await findTerms(speech, vocabulary, pause)
  return found.flatMap((term) => {
    const { from, to, isQuestion } = term
    const words = speech.words.slice(from, to)
    const change = { from, to, heard: joinWords(words), text: textOf(speech, term, words) }
    return change.heard === change.text ? [] : [{ ...change, termId: term.form.termId, isQuestion }]
  })
}

/** Restores the words heard instead of the term at word `at`, and changes nothing else. */
export function undoTerm(words: readonly Word[], at: number): Word[] {
  const count = replacedWords(words, at)
  if (count === 0) return [...words]
  const replaced = words.slice(at, at + count)
  return [...words.slice(0, at), ...inPlaceOf(replaced, splitWords(replaced[0]?.heard ?? '')), ...words.slice(at + count)] // prettier-ignore
}

/** The recognised words: every replacement is taken back and every question dropped. */
export function undoTerms(words: readonly Word[]): Word[] {
  const undone: Word[] = []
  for (let at = 0; at < words.length;) {
    const count = Math.max(1, replacedWords(words, at))
    const replaced = words.slice(at, at + count)
    const heard = replaced[0]?.heard
    undone.push(...(heard ? inPlaceOf(replaced, splitWords(heard)) : replaced.map(unmarked)))
    at += count
  }
  return undone
}

/** Accepts the question at word `at`: its text replaces the words it asks about. */
export function acceptTerm(words: readonly Word[], at: number): Word[] {
  const maybe = words[at]?.maybe
  if (!maybe) return [...words]
  const asked = words.slice(at, at + maybe.words)
  return [...words.slice(0, at), ...replaced(asked, maybe.text, maybe.termId), ...words.slice(at + maybe.words)]
}

/** How many words, from `at` on, one replacement put in; 0 if none begins there. */
export function replacedWords(words: readonly Word[], at: number): number {
  const first = words[at]
  if (!first?.heard) return 0
  let count = 1
  while (words[at + count]?.heard === '' && words[at + count]?.termId === first.termId) count++
  return count
}

/** The word without the marks of the vocabulary. */
export function unmarked({ text, start, end, confidence }: Word): Word {
  return { text, start, end, confidence }
}

function putRight(speech: Speech, term: FoundTerm): Word[] {
  const words = speech.words.slice(term.from, term.to)
  const text = textOf(speech, term, words)
  const heard = joinWords(words)
  const { termId } = term.form
  if (text === heard) return words
  if (!term.isQuestion) return replaced(words, text, termId)
  return words.map((word, at) => (at === 0 ? { ...word, maybe: { text, words: words.length, termId } } : word))
}

function replaced(words: readonly Word[], text: string, termId: string): Word[] {
  const heard = joinWords(words)
  return inPlaceOf(words, splitWords(text)).map((word, at) => ({ ...word, heard: at === 0 ? heard : '', termId }))
}

/** The form with the punctuation around what was heard, and with the capital of a sentence start. */
function textOf(speech: Speech, { from, form }: FoundTerm, words: readonly Word[]): string {
  const [first = '', last = ''] = [words[0]?.text, words.at(-1)?.text]
  const lead = /^[^\p{L}\p{N}]*/u.exec(first)?.[0] ?? ''
  const trail = /[^\p{L}\p{N}]*$/u.exec(last)?.[0] ?? ''
  const hasCapital = startsSentence(speech, from) && /^\p{Lu}/u.test(first.slice(lead.length))
  return lead + (hasCapital ? form.text.replace(/^\p{L}/u, (letter) => letter.toUpperCase()) : form.text) + trail
}

function startsSentence(speech: Speech, at: number): boolean {
  const before = speech.words[at - 1]
  return !before || speakerOf(speech, at - 1) !== speakerOf(speech, at) || endsSentence(before.text)
}

/** Texts in place of words: with their times if there are as many, else spread over their span; the lowest confidence. */
function inPlaceOf(words: readonly Word[], texts: readonly string[]): Word[] {
  const start = words[0]?.start ?? 0
  const span = { start, end: Math.max(start, words.at(-1)?.end ?? 0) }
  const known = words.flatMap(({ confidence }) => confidence ?? [])
  const confidence = known.length > 0 ? Math.min(...known) : null
  const timed = texts.length === words.length ? words : spreadWords(texts, span)
  return texts.map((text, at) => ({
    text,
    start: timed[at]?.start ?? span.start,
    end: timed[at]?.end ?? span.end,
    confidence,
  }))
}

const speakerOf = ({ speakers }: Speech, at: number) => (typeof speakers === 'number' ? speakers : (speakers[at] ?? 0))
