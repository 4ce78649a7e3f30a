import type { Language } from './language.ts'
import { endsSentence, isDigits, isSign, type Token, tokensOf } from './tokens.ts'

/**
 * A word that carries meaning. `index`: of its token; `clause`: number of its clause; `polarity`: -1 denied, 1 not, 0 if
 * undecided; `isFirst`: it begins a sentence or follows a colon; `isQuestion`: its sentence asks.
 */
export type ContentWord = {
  stem: string
  raw: string
  index: number
  clause: number
  polarity: 1 | 0 | -1
  isFirst: boolean
  isQuestion: boolean
}

/** The words of a text without stop words, numbers and signs. */
export function contentWords(text: string, language: Language): ContentWord[] {
  return contentOf(tokensOf(text), language)
}

export function contentOf(tokens: readonly Token[], language: Language): ContentWord[] {
  const state: State = { words: [], clause: 0, sentence: 0, coming: [], undecided: new Set(), open: new Set() }
  for (const [index, token] of tokens.entries()) {
    if (isSign(token)) endClause(state, token)
    else if (!negates(state, tokens, index, language) && isContent(token, language)) add(state, tokens, index, language)
  }
  const isUndecided = ({ clause, isQuestion }: ContentWord) =>
    isQuestion || state.undecided.has(clause) || state.open.has(clause)
  return state.words.map((word) => (isUndecided(word) ? { ...word, polarity: 0 } : word))
}

/**
 * `coming`: polarities of the next words after a negation. `undecided`: clauses where every word is; `open`: those with a
 * negative pronoun and no negation yet.
 */
type State = {
  words: ContentWord[]
  clause: number
  sentence: number
  coming: (-1 | 0)[]
  undecided: Set<number>
  open: Set<number>
}

function endClause(state: State, token: Token): void {
  if (token.word === '?') for (const word of state.words.slice(state.sentence)) word.isQuestion = true
  if (endsSentence(token)) state.sentence = state.words.length
  state.coming = []
  state.clause += 1
}

/** Notes what a word does to the words after it; true if it is the negation itself. */
function negates(state: State, tokens: readonly Token[], index: number, { negation, grammar }: Language): boolean {
  const word = tokens[index]?.word ?? ''
  const next = tokens[index + 1]?.word ?? ''
  if (negation.absence.has(word)) state.undecided.add(state.clause)
  if (grammar.conjunctions.has(word)) {
    state.coming = []
    state.clause += 1
  }
  if (negation.pronouns.has(word)) {
    state.open.add(state.clause)
    return true
  }
  if (!negation.words.has(word)) return false
  state.open.delete(state.clause)
  if (negation.modals.some((modal) => modal.test(next))) state.undecided.add(state.clause)
  else if (!negation.restricting.has(next)) state.coming = negation.short.has(word) ? [-1] : [-1, 0]
  return true
}

function isContent(token: Token, { stopWords, numeralOf }: Language): boolean {
  const { word } = token
  return word.length > 1 && !isDigits(token) && word !== '%' && !stopWords.has(word) && !numeralOf(word)
}

function add(state: State, tokens: readonly Token[], index: number, { stem }: Language): void {
  const { raw, word } = tokens[index]!
  const before = tokens[index - 1]
  const polarity = state.coming.shift() ?? 1
  const isFirst = !before || endsSentence(before) || before.word === ':'
  state.words.push({ stem: stem(word), raw, index, clause: state.clause, polarity, isFirst, isQuestion: false })
}
