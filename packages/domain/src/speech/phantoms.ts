/** What recognisers learnt from subtitles and write where nobody speaks; in lower case, letters and spaces only. */
export type Phantoms = {
  /** Names of those who made subtitles follow. */
  credits: readonly string[]
  farewells: readonly string[]
}

/** A credit is short; what goes on is speech about subtitles. */
const LONGEST_CREDIT_WORDS = 8
const NOTE = /^[[(*♪][^\])*♪]*[\])*♪]?[.!…]*$/u

/**
 * Whether the whole text is such a phrase. People say some of them too, so it counts only where there is doubt.
 */
export function isPhantom(text: string, { credits, farewells }: Phantoms): boolean {
  const words = plainWords(text)
  const plain = words.join(' ')
  const isCredit = words.length <= LONGEST_CREDIT_WORDS && credits.some((credit) => plain.startsWith(credit))
  return isCredit || farewells.includes(plain)
}

/** A remark on sounds as subtitles have them: in brackets, or several words all in capitals. Nobody says those. */
export function isNote(text: string): boolean {
  const words = text.split(/\s+/)
  if (NOTE.test(text) || !/[\p{L}\p{N}]/u.test(text)) return true
  return words.length > 1 && text === text.toUpperCase() && text !== text.toLowerCase()
}

function plainWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
