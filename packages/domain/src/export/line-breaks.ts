/** Line break rules of a language. Words in lower case, without trailing punctuation. */
export type LineBreakRules = {
  /** Prepositions, conjunctions and particles that must not end a line. */
  leadingWords: ReadonlySet<string>
  /** Particles that must not begin a line. */
  trailingWords: ReadonlySet<string>
  /** Units, which stay with the number before them. */
  units: ReadonlySet<string>
  /** Abbreviations that stay with the number or name after them. */
  prefixes: ReadonlySet<string>
  /** Abbreviations of two words, separated by a space. */
  pairs: ReadonlySet<string>
  /** Matches a patronymic, which stays with the name before it. */
  patronymic: RegExp
}

/** Quality of a break between two words, best first. */
export type Break = 'sentence' | 'clause' | 'plain' | 'poor' | 'never'

const SENTENCE_END = /[.!?…]["»”)\]]*$/u
const CLAUSE_END = /[,;:—–]["»”)\]]*$/u
const ABBREVIATION = /^(?:\p{Ll}\.)+$/u
const DASH = /^[—–-]$/u
const NUMBER = /^[№$€₽~≈+−–-]?\p{N}[\p{N}.,:/–-]*$/u
const THREE_DIGITS = /^\p{N}{3}(?!\p{N})/u
const INITIALS = /^(?:\p{Lu}\.-?)+$/u
const CAPITAL = /^["«„(]*\p{Lu}/u
const NUMBER_OR_CAPITAL = /^["«„(]*[\p{Lu}\p{N}]/u

/** Rates a line break between two words. */
export function breakBetween(left: string, right: string, rules: LineBreakRules): Break {
  if (belongTogether(left, right, rules)) return 'never'
  if (DASH.test(right) || rules.trailingWords.has(bare(right))) return 'poor'
  if (ABBREVIATION.test(left)) return CAPITAL.test(right) ? 'sentence' : 'poor'
  if (SENTENCE_END.test(left)) return 'sentence'
  if (CLAUSE_END.test(left)) return 'clause'
  return rules.leadingWords.has(bare(left)) ? 'poor' : 'plain'
}

/** Puts no-break spaces between words that belong together, and before dashes. */
export function tieWords(text: string, rules: LineBreakRules): string {
  const words = text.split(' ')
  return words.reduce((tied, word, index) => {
    const left = words[index - 1]
    if (left === undefined) return word
    return tied + (DASH.test(word) || belongTogether(left, word, rules) ? '\u00a0' : ' ') + word
  }, '')
}

function belongTogether(left: string, right: string, rules: LineBreakRules): boolean {
  if (CLAUSE_END.test(left)) return false
  if (NUMBER.test(left) && (rules.units.has(bare(right)) || THREE_DIGITS.test(right))) return true
  if (rules.units.has(bare(left)) && rules.units.has(bare(right))) return true
  if (rules.prefixes.has(left.toLowerCase()) && NUMBER_OR_CAPITAL.test(right)) return true
  if (rules.pairs.has(`${bare(left)} ${bare(right)}`) && left.endsWith('.')) return true
  return areOneName(left, right, rules)
}

function areOneName(left: string, right: string, rules: LineBreakRules): boolean {
  if (!CAPITAL.test(left) || !CAPITAL.test(right)) return false
  return INITIALS.test(left) || INITIALS.test(withoutComma(right)) || rules.patronymic.test(bare(right))
}

const withoutComma = (word: string) => word.replace(/[,;:]$/u, '')

// Without leading quotes and brackets and trailing punctuation.
function bare(word: string): string {
  return word
    .toLowerCase()
    .replace(/^["«„(]+/u, '')
    .replace(/[.,;:!?…"»”)]+$/u, '')
}
