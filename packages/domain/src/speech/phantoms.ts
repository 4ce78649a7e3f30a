import { plainWords } from '#transcript/plain-words.ts'

/** Phrases that recognisers learnt from subtitles and hallucinate in silence; lower case, letters and spaces only. */
export type Phantoms = {
  /** Followed by the names of the subtitlers. */
  credits: readonly string[]
  farewells: readonly string[]
}

/** A credit is short; a longer text is speech about subtitles. */
const LONGEST_CREDIT_WORDS = 8
const NOTE = /^[[(*♪][^\])*♪]*[\])*♪]?[.!…]*$/u

/**
 * Whether the whole text is a phantom. People say some of these phrases too, so it is evidence only where there is doubt.
 */
export function isPhantom(text: string, { credits, farewells }: Phantoms): boolean {
  const words = plainWords(text)
  const plain = words.join(' ')
  const isCredit = words.length <= LONGEST_CREDIT_WORDS && credits.some((credit) => plain.startsWith(credit))
  return isCredit || farewells.includes(plain)
}

/** A subtitle remark on sounds: in brackets, or several words in capitals. It is never speech. */
export function isNote(text: string): boolean {
  const words = text.split(/\s+/)
  if (NOTE.test(text) || !/[\p{L}\p{N}]/u.test(text)) return true
  return words.length > 1 && text === text.toUpperCase() && text !== text.toLowerCase()
}
