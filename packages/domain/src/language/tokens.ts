import { plainForm } from '#transcript/words.ts'

/** A word, a number or a sign. `word`: its `plainForm`; `at`: where it begins in the text. */
export type Token = { raw: string; word: string; at: number }

const TOKEN = /\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d+[.,:]\d+|\d+-\p{L}+|\d+|\p{L}+(?:-\p{L}+)*|[%.,;:!?…—–()]/gu

export function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: raw, index }) => ({ raw, word: plainForm(raw), at: index }))
}

export const isSign = ({ word }: Token): boolean => /^[.,;:!?…—–()]$/u.test(word)
export const endsSentence = ({ word }: Token): boolean => /^[.!?…]$/u.test(word)
export const isDigits = ({ word }: Token): boolean => /^\d/u.test(word)
