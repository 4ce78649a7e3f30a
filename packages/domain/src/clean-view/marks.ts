/** A word and the marks around it. */
export type Parts = { before: string; core: string; after: string }

const PLAIN = /^[\p{L}\p{N}]+$/u
const PARTS = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/su
const SENTENCE_END = /[.!?\u2026]/u

/** Takes the marks off a word. */
export function partsOf(text: string): Parts {
  // Most words have no marks, and a text of hours has tens of thousands of them.
  if (PLAIN.test(text)) return { before: '', core: text, after: '' }
  const [, before = '', core = '', after = ''] = PARTS.exec(text) ?? []
  return { before, core, after }
}

export const bare = (text: string) => partsOf(text).core.toLowerCase()

export function endsSentence(text: string): boolean {
  return SENTENCE_END.test(partsOf(text).after) || (partsOf(text).core === '' && SENTENCE_END.test(text))
}

/** Whether marks stand between this word and the next. */
export function endsClause(text: string): boolean {
  return /[,;:.!?\u2026\u2013\u2014]/u.test(partsOf(text).after)
}

export function withoutComma(text: string): string {
  return text.replace(/,(?=[^\p{L}\p{N}]*$)/u, '')
}

/** A dropped word leaves the end of its sentence to the word before it. */
export function withEndOf(text: string, dropped: string): string {
  const end = /[.!?\u2026]+/u.exec(partsOf(dropped).after)?.[0]
  return end && !endsSentence(text) ? `${withoutComma(text)}${end}` : text
}

export function capitalised(text: string): string {
  return text.replace(/\p{L}/u, (letter) => letter.toUpperCase())
}

export function isCapitalised(text: string): boolean {
  return /^\p{Lu}/u.test(partsOf(text).core)
}
