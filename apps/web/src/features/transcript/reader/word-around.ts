import type { Stretch } from '#lib/file-page/editing-slots.ts'

/** Letters and digits, with hyphens and apostrophes inside a word, points and commas inside a number. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:(?:[-\u2010\u2011'\u2019]|(?<=\p{N})[.,:](?=\p{N}))[\p{L}\p{M}\p{N}]+)*/gu

/** The word at an offset, without the punctuation that touches it; empty where there is none. */
export function wordAround(text: string, offset: number): Stretch {
  for (const { 0: word, index } of text.matchAll(WORD))
    if (index <= offset && offset <= index + word.length) return { from: index, to: index + word.length }
  return { from: offset, to: offset }
}
