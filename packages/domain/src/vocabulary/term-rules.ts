import { lettersOf } from './term-index.ts'
import type { WordList } from './word-list.ts'

/** Why a term is not taken. */
export const termRefusals = ['tooShort', 'tooLong', 'tooManyWords', 'characters', 'ordinary', 'saidAs', 'full'] as const
export type TermRefusal = (typeof termRefusals)[number]

export const MOST_TERMS = 5000
/** Of a person: words never taken for a term, and words not offered again. Beyond these no more are remembered. */
export const MOST_REFUSED = 5000
export const MOST_SAID_AS = 5
const FEWEST_LETTERS = 2
const MOST_CHARACTERS = 80
const MOST_WORDS = 4
/** Other characters can abort the recogniser, which gets terms as hints. */
const CHARACTERS = /^[\p{L}\p{N}][\p{L}\p{N} '’-]*$/u

/** As it is stored: without outer and doubled spaces. */
export function tidyTerm(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/gu, ' ')
}

/** Other ways to say a term, as they are stored: how they are written does not matter. */
export function tidySaidAs(saidAs: readonly string[]): string[] {
  return [...new Set(saidAs.map((said) => tidyTerm(said).toLowerCase()).filter(Boolean))]
}

/** Decides about a tidy term. A single ordinary word without a capital would be put in everywhere. */
export function refuseTerm(
  text: string,
  saidAs: readonly string[],
  list: Pick<WordList, 'kindOf'>,
): TermRefusal | undefined {
  return refuseText(text) ?? refuseOrdinary(text, list) ?? refuseSaidAs(saidAs)
}

function refuseText(text: string): TermRefusal | undefined {
  if (text.length > MOST_CHARACTERS) return 'tooLong'
  if (text && !CHARACTERS.test(text)) return 'characters'
  if (Array.from(lettersOf(text)).length < FEWEST_LETTERS) return 'tooShort'
  return text.split(' ').length > MOST_WORDS ? 'tooManyWords' : undefined
}

/** The list takes words with digits for ordinary ones. */
function refuseOrdinary(text: string, list: Pick<WordList, 'kindOf'>): TermRefusal | undefined {
  const isPlainWord = /^[\p{Ll}'’-]+$/u.test(text)
  return isPlainWord && list.kindOf(text) === 'ordinary' ? 'ordinary' : undefined
}

function refuseSaidAs(saidAs: readonly string[]): TermRefusal | undefined {
  const isRefused = saidAs.length > MOST_SAID_AS || saidAs.some((said) => refuseText(said) !== undefined)
  return isRefused ? 'saidAs' : undefined
}

/** A line of a list of terms, numbered from 1 on. */
type ListedTerm = { line: number; text: string; saidAs: string[] }

const BOM = '\uFEFF'

/** Reads a term per line, or CSV: after the first `;` or tab, other ways to say it, parted by `;`, tabs or commas. */
export function readTermList(text: string): ListedTerm[] {
  return text
    .replace(BOM, '')
    .split(/\r\n|\n|\r/u)
    .map((line, at) => ({ line: at + 1, cells: line.split(/[;\t]/u).map(unquoted) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map(({ line, cells: [first = '', ...others] }) => ({
      line,
      text: first,
      saidAs: others.flatMap((cell) => cell.split(',')).map((said) => said.trim()).filter(Boolean), // prettier-ignore
    }))
}

/** Terms have none of the characters that CSV would have to quote. */
export function writeTermList(
  terms: readonly { text: string; saidAs: readonly string[] }[],
  format: 'csv' | 'text',
): string {
  const lines = terms.map(({ text, saidAs }) =>
    format === 'csv' && saidAs.length > 0 ? `${text};${saidAs.join(', ')}` : text,
  )
  return lines.map((line) => `${line}\n`).join('')
}

function unquoted(cell: string): string {
  const trimmed = cell.trim()
  return /^".*"$/su.test(trimmed) ? trimmed.slice(1, -1).replaceAll('""', '"').trim() : trimmed
}
