import type { Word } from '@doslovno/domain/transcript/words.ts'

import { toWords } from './material.ts'
import { align } from './score.ts'

/** `met`: errors at a marked word; a word left out is met if a neighbour is marked. `right`: marked words that are wrong. */
export type Met = { words: number; errors: number; shown: number; met: number; right: number }

export const nothingMet: Met = { words: 0, errors: 0, shown: 0, met: 0, right: 0 }

type Text = { said: readonly string[]; words: readonly Word[]; marked: ReadonlySet<Word> }

/** Adds the errors of a text, and which of them its marked words meet. */
export function addMet(sum: Met, { said, words, marked }: Text): Met {
  const heard = words.flatMap((word) => toWords(word.text).map((text) => ({ text, isMarked: marked.has(word) })))
  const { of, back } = align(said, heard.map(({ text }) => text)) // prettier-ignore
  const wrong = heard.filter(({ text }, at) => said[back[at] ?? -1] !== text)
  const missing = said.flatMap((_, at) => (of[at] === -1 ? [at] : []))
  const isMet = (at: number) => neighbours(of, at).some((place) => heard[place]?.isMarked)
  const right = wrong.filter(({ isMarked }) => isMarked).length
  return {
    words: sum.words + heard.length,
    errors: sum.errors + wrong.length + missing.length,
    shown: sum.shown + heard.filter(({ isMarked }) => isMarked).length,
    met: sum.met + right + missing.filter(isMet).length,
    right: sum.right + right,
  }
}

/** The nearest words that were heard before and after the one left out. */
function neighbours(of: readonly number[], at: number): number[] {
  const isHeard = (place: number) => place !== -1
  return [of.slice(0, at).findLast(isHeard), of.slice(at + 1).find(isHeard)].flatMap((place) => place ?? [])
}
