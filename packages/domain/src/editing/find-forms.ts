import type { Segment } from '#transcript/segments.ts'
import type { Word } from '#transcript/words.ts'

import { sameness } from './align-edit.ts'
import { diffWords } from './diff-words.ts'
import { inCaseOf, type Place, placeAt } from './replace.ts'
import { splitWords } from './spread-words.ts'
import { type Correction, type Declensions, formsOf, hasCapital, plainForm, type RightForm } from './word-forms.ts'

/** A place with the wrong word in some form, and the right one in the same form: ready for `replaceMany`. */
export type FormPlace = Place & { text: string }

const SENTENCE_END = /[.!?…]["»)]*$/u
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/** Other places of a word that was put right, in all of its forms. */
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

// The ending as it stands, so that the dots of its yo stay.
function rightWord(found: string, { stem, ending }: RightForm): string {
  const own = found.slice(found.length - ending.length).toLowerCase()
  return stem + (plainForm(own) === ending ? own : ending)
}

/** The words that an edit put right: one for one, with other letters. */
export function correctionsOf(words: readonly Word[], newText: string): Correction[] {
  const before = words.map(({ text }) => text)
  const after = splitWords(newText)
  return diffWords(before.map(sameness), after.map(sameness))
    .filter(({ fromStart, fromEnd, toStart, toEnd }) => fromEnd - fromStart === toEnd - toStart)
    .flatMap(({ fromStart, fromEnd, toStart }) =>
      before.slice(fromStart, fromEnd).flatMap((from, index) => {
        const previous = before[fromStart + index - 1]
        const isSentenceStart = previous === undefined || SENTENCE_END.test(previous)
        return correctionOf(from, after[toStart + index] ?? '', isSentenceStart)
      }),
    )
}

/** Of two compound words only the part that differs is a correction. */
function correctionOf(from: string, to: string, isSentenceStart: boolean): Correction[] {
  const wrong = from.replace(AROUND, '').split('-')
  const right = to.replace(AROUND, '').split('-')
  const different = wrong.flatMap((part, index) => (part === right[index] ? [] : [index]))
  const [index] = different
  if (wrong.length !== right.length || different.length !== 1 || index === undefined) return []
  return [{ from: wrong[index] ?? '', to: right[index] ?? '', isSentenceStart: isSentenceStart && index === 0 }]
}
