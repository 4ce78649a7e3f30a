import { plainForm } from '#transcript/plain-words.ts'
import type { Segment } from '#transcript/segments.ts'
import { endsSentence } from '#transcript/sentences.ts'
import { splitWords } from '#transcript/spread-words.ts'
import type { Word } from '#transcript/words.ts'

import { normalWord } from './align-edit.ts'
import { diffWords } from './diff-words.ts'
import { inCaseOf, type Place, placeAt } from './replace.ts'
import { type Correction, type Declensions, formsOf, hasCapital, type RightForm } from './word-forms.ts'

/** A form of the wrong word in the text, with the same form of the right one: ready for `replaceMany`. */
export type FormPlace = Place & { text: string }

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

/** The corrections in an edit: words replaced one for one by words with other letters. */
export function correctionsOf(words: readonly Word[], newText: string): Correction[] {
  const before = words.map(({ text }) => text)
  const after = splitWords(newText)
  return diffWords(before.map(normalWord), after.map(normalWord))
    .filter(({ fromStart, fromEnd, toStart, toEnd }) => fromEnd - fromStart === toEnd - toStart)
    .flatMap(({ fromStart, fromEnd, toStart }) =>
      before.slice(fromStart, fromEnd).flatMap((from, index) => {
        const previous = before[fromStart + index - 1]
        const isSentenceStart = previous === undefined || endsSentence(previous)
        return correctionOf(from, after[toStart + index] ?? '', isSentenceStart)
      }),
    )
}

/** In a compound word only the component that differs is a correction. */
function correctionOf(from: string, to: string, isSentenceStart: boolean): Correction[] {
  const wrong = from.replace(OUTER_PUNCTUATION, '').split('-')
  const right = to.replace(OUTER_PUNCTUATION, '').split('-')
  const different = wrong.flatMap((component, index) => (component === right[index] ? [] : [index]))
  const [index] = different
  if (wrong.length !== right.length || different.length !== 1 || index === undefined) return []
  return [{ from: wrong[index] ?? '', to: right[index] ?? '', isSentenceStart: isSentenceStart && index === 0 }]
}
