/** What a language asks of the ends of lines. Words in lower case, without the punctuation after them. */
export type LineBreakRules = {
  /** Prepositions, conjunctions and particles that do not end a line. */
  leadingWords: ReadonlySet<string>
  /** Particles that do not begin one. */
  trailingWords: ReadonlySet<string>
  /** What stays with the number before it. */
  units: ReadonlySet<string>
  /** What stays with the number or the name after it. */
  prefixes: ReadonlySet<string>
  /** Abbreviations of two words, a space between them. */
  pairs: ReadonlySet<string>
  /** The second of two names that stay together. */
  patronymic: RegExp
}

/** From the best place to part two words to the worst. */
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

/** How good it is to end a line between two words. */
export function breakBetween(left: string, right: string, rules: LineBreakRules): Break {
  if (belongTogether(left, right, rules)) return 'never'
  if (DASH.test(right) || rules.trailingWords.has(bare(right))) return 'poor'
  if (ABBREVIATION.test(left)) return CAPITAL.test(right) ? 'sentence' : 'poor'
  if (SENTENCE_END.test(left)) return 'sentence'
  if (CLAUSE_END.test(left)) return 'clause'
  return rules.leadingWords.has(bare(left)) ? 'poor' : 'plain'
}

/** The text with spaces that do not break where two words belong together, and before a dash. */
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

// Quotes and brackets before, punctuation after.
function bare(word: string): string {
  return word
    .toLowerCase()
    .replace(/^["«„(]+/u, '')
    .replace(/[.,;:!?…"»”)]+$/u, '')
}
