import type { Language } from './language.ts'
import type { Numeral } from './tables.ts'
import { isDigits, type Token, tokensOf } from './tokens.ts'

/** A number said or written in a text; `from` and `to` are indexes of its first and last token. */
export type NumberIn = {
  value: number
  from: number
  to: number
  isOrdinal: boolean
  isYear: boolean
  isPercent: boolean
  /** Thousand, million … if it was said as a word. */
  multiplier: number | null
  /** The word after it and its stem; empty at the end. */
  nextWord: string
  next: string
}

/** The numbers of a text by their value, in order: digits and words alike. */
export function numbersIn(text: string, language: Language): NumberIn[] {
  return numbersOf(tokensOf(text), language)
}

export function numbersOf(tokens: readonly Token[], language: Language): NumberIn[] {
  const found: Open[] = []
  let open: Open | null = null
  for (const [at, token] of tokens.entries()) {
    if (isHalfAfter(tokens, at, open, language)) continue
    const numeral = isDigits(token) ? digitsOf(token) : language.numeralOf(token.word)
    const joined: Open | null = numeral && join(open, numeral, at)
    if (open && joined !== open) found.push(open)
    open = joined
  }
  if (open) found.push(open)
  return found.map((number) => describe(number, tokens, language))
}

type Kind = Numeral['kind'] | 'digits' | 'half'
/** A number while it is read: `sum` of what is multiplied already, and the `part` that a multiplier may follow. */
type Open = {
  sum: number
  part: number
  last: Kind
  from: number
  to: number
  isOrdinal: boolean
  multiplier: number | null
}
type Spoken = { kind: Kind; value: number; isOrdinal: boolean }

const RANK: Readonly<Record<Kind, number>> = {
  unit: 1,
  ten: 2,
  hundred: 3,
  multiplier: 9,
  whole: 0,
  share: 0,
  digits: 0,
  half: 0,
}
const FIRST_TEEN = 10

/** Adds a numeral to the number being read and returns it, or opens another one. */
function join(open: Open | null, numeral: Spoken, at: number): Open {
  if (!open || !continues(open, numeral)) return opened(numeral, at)
  open.to = at
  open.last = numeral.kind
  if (numeral.kind === 'multiplier') {
    open.sum += (open.part || 1) * numeral.value
    open.part = 0
    open.multiplier = numeral.value
    return open
  }
  open.isOrdinal = numeral.isOrdinal
  open.part = numeral.kind === 'share' ? open.part / numeral.value : open.part + numeral.value
  return open
}

function continues(open: Open, { kind, value }: Spoken): boolean {
  if (open.isOrdinal || open.last === 'share') return false
  if (kind === 'multiplier') return open.last !== 'multiplier' || open.multiplier! > value
  if (kind === 'share') return open.sum === 0 && open.part >= 1 && open.part < FIRST_TEEN
  if (kind === 'digits') return open.last === 'multiplier' && value < 1000
  if (kind === 'whole') return false
  if (open.last === 'ten' && value >= FIRST_TEEN) return false
  return RANK[open.last] > RANK[kind]
}

function opened({ kind, value, isOrdinal }: Spoken, at: number): Open {
  const number = { sum: 0, part: value, last: kind, from: at, to: at, isOrdinal, multiplier: null }
  if (kind === 'share') return { ...number, part: 1 / value }
  return kind === 'multiplier' ? { ...number, sum: value, part: 0, multiplier: value } : number
}

/** «Two with a half»: the two words after a number add a half to it. */
function isHalfAfter(tokens: readonly Token[], at: number, open: Open | null, { grammar }: Language): boolean {
  const [plus, half] = grammar.plusHalf
  if (!open) return false
  if (tokens[at]?.word === plus && tokens[at + 1]?.word === half && open.to === at - 1) return true
  if (tokens[at]?.word !== half || tokens[at - 1]?.word !== plus || open.to !== at - 2) return false
  open.part += 0.5
  open.to = at
  open.last = 'half'
  return true
}

/** A short ending after digits makes an ordinal, a long one an adjective that counts. */
function digitsOf({ word }: Token): Spoken {
  const [digits = '', ending] = word.split('-')
  const value = Number.parseFloat(digits.replaceAll(/[ \u00a0\u202f]/gu, '').replace(/[,:]/u, '.'))
  return { kind: 'digits', value, isOrdinal: ending !== undefined && ending.length <= 3 }
}

const FIRST_YEAR = 1500
const LAST_YEAR = 2100

function describe({ sum, part, ...number }: Open, tokens: readonly Token[], language: Language): NumberIn {
  const { from, to, isOrdinal, multiplier } = number
  const value = sum + part
  const nextWord = tokens[to + 1]?.word ?? ''
  const isYear = language.calendar.year.test(nextWord) || (value >= FIRST_YEAR && value < LAST_YEAR && !multiplier)
  const isPercent = language.grammar.percent.test(nextWord)
  return { value, from, to, isOrdinal, isYear, isPercent, multiplier, nextWord, next: language.stem(nextWord) }
}
