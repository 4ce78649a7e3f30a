import type { Segment } from '#transcript/segments.ts'
import { splitWords } from '#transcript/spread-words.ts'
import { endsSentence, plainForm, type Word } from '#transcript/words.ts'

import { diffWords } from './diff-words.ts'
import { alignWords, normalWord } from './edit-text.ts'
import { inCaseOf, type Place, placeAt } from './replace.ts'
import { type Correction, type Declensions, formsOf, hasCapital, type RightForm } from './word-forms.ts'

/** A form of the wrong word in the text, with the same form of the right one: ready for `replaceMany`. */
export type FormPlace = Place & { text: string }

/** More words are a rewrite. */
const MOST_WORDS_OF_ONE = 3
const OUTER_PUNCTUATION = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/** The places of a corrected word elsewhere in the text, in all of its forms. */
export function findForms(segments: readonly Segment[], correction: Correction, declensions: Declensions): FormPlace[] {
  const forms = formsOf(correction, declensions)
  const isName = hasCapital(correction.from) && !correction.isSentenceStart
  if (forms.size === 0) return []
  return segments.flatMap((segment, at) =>
    [...segment.text.matchAll(/\p{L}+/gu)].flatMap((match) => {
      const [found] = match
      const right = forms.get(plainForm(found))
      if (right === undefined || (isName && !hasCapital(found))) return []
      const text = inCaseOf(found, rightWord(found, right))
      return text === found
        ? []
        : [{ ...placeAt(segment, { at, from: match.index, to: match.index + found.length }), text }]
    }),
  )
}

// Keeps the ending as written, with the dots of its yo.
function rightWord(found: string, { stem, ending }: RightForm): string {
  const own = found.slice(found.length - ending.length).toLowerCase()
  return stem + (plainForm(own) === ending ? own : ending)
}

/**
 * The corrections in an edit: words replaced one for one by words with other letters, or a few words by the one that was
 * said. Unknown names are often heard as several words.
 */
export function correctionsOf(words: readonly Word[], newText: string): Correction[] {
  const before = words.map(({ text }) => text)
  const after = splitWords(newText)
  const isSentenceStart = (at: number) => at === 0 || endsSentence(before[at - 1] ?? '')
  return diffWords(before.map(normalWord), after.map(normalWord)).flatMap(({ fromStart, fromEnd, toStart, toEnd }) => {
    const wrong = before.slice(fromStart, fromEnd)
    const right = after.slice(toStart, toEnd)
    if (wrong.length === right.length)
      return wrong.flatMap((from, index) => correctionOf(from, right[index] ?? '', isSentenceStart(fromStart + index)))
    if (right.length !== 1 || wrong.length === 0 || wrong.length > MOST_WORDS_OF_ONE) return []
    return [joinedCorrection(wrong.join(' '), right.join(), isSentenceStart(fromStart))]
  })
}

/**
 * The correction of one word in an edit, of its case alone too. Among other changed words only its first letter tells
 * which word took its place.
 */
export function correctionAt(words: readonly Word[], at: number, newText: string): Correction | undefined {
  const aligned = alignWords(words, newText)
  const [right, ...others] = aligned.filter(({ origin }) => origin === at)
  const [from, to] = [withoutPunctuation(words[at]?.text ?? ''), withoutPunctuation(right?.word.text ?? '')]
  if (others.length > 0 || from === '' || to === '' || from === to) return undefined
  const isKept = (word: Word | undefined) => word === undefined || aligned.some((one) => one.word === word)
  const isAlone = isKept(words[at - 1]) && isKept(words[at + 1])
  if (!isAlone && from.charAt(0).toLowerCase() !== to.charAt(0).toLowerCase()) return undefined
  return { from, to, isSentenceStart: at === 0 || endsSentence(words[at - 1]?.text ?? '') }
}

/** In a compound word only the component that differs is a correction. */
function correctionOf(from: string, to: string, isSentenceStart: boolean): Correction[] {
  const wrong = withoutPunctuation(from).split('-')
  const right = withoutPunctuation(to).split('-')
  if (wrong.length > 1 && right.length === 1) return [joinedCorrection(from, to, isSentenceStart)]
  const different = wrong.flatMap((component, index) => (component === right[index] ? [] : [index]))
  const [index] = different
  if (wrong.length !== right.length || different.length !== 1 || index === undefined) return []
  return [{ from: wrong[index] ?? '', to: right[index] ?? '', isSentenceStart: isSentenceStart && index === 0 }]
}

/** Several words were one. They are no word with forms, so nothing else in the text is replaced. */
function joinedCorrection(from: string, to: string, isSentenceStart: boolean): Correction {
  return { from: withoutPunctuation(from), to: withoutPunctuation(to), isSentenceStart }
}

const withoutPunctuation = (text: string) => text.replace(OUTER_PUNCTUATION, '')
