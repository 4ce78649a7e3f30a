import type { Sentence } from '@doslovno/domain/digest/sentence.ts'

export type Word = { word: string; at: number }

/** Words of a text with their places; a hyphen belongs to the word. */
export const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(/[\p{L}\d]+(?:-[\p{L}\d]+)*/gu), (match) => ({ word: match[0], at: match.index }))

/** The text with another word at a place. */
export const replaceAt = (text: string, { at, word }: Word, other: string): string =>
  text.slice(0, at) + other + text.slice(at + word.length)

/** Words in lower case of the cited sentences and of `around` sentences on both sides. */
export function wordsNear(sentences: readonly Sentence[], cites: readonly number[], around: number): string[] {
  const near = sentences.filter((_, index) => cites.some((cite) => Math.abs(cite - index) <= around))
  return near.flatMap((sentence) => wordsOf(sentence.text).map(({ word }) => word.toLowerCase()))
}
