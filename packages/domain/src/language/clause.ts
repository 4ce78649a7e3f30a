import type { Language } from './language.ts'
import type { Predicate } from './tables.ts'
import { endsSentence, isDigits, isSign, type Token, tokensOf } from './tokens.ts'

/** `isTask`: an infinitive is enough, as in a list of things to do. */
export type SentenceOptions = { isTask?: boolean }

/**
 * Whether every sentence of a text is whole: it tells something by a predicate and its subject, or by a predicate that
 * needs none, and does not break off. Words are read by their endings, so an unknown one may pass.
 */
export function isWholeSentence(text: string, language: Language, { isTask = false }: SentenceOptions = {}): boolean {
  const sentences = sentencesOf(tokensOf(text))
  const isSound = !isBroken(text, language) && sentences.length > 0
  return isSound && sentences.every((tokens) => isWhole(tokens, language, isTask))
}

/** Whether a sentence of a text breaks off, stumbles over a word or has a preposition without its noun. */
export function isBroken(text: string, language: Language): boolean {
  return sentencesOf(tokensOf(text)).some((tokens) => breaksOff(tokens, language))
}

const FEWEST_WORDS = 2
const SHORTEST_NAME = 3

function isWhole(tokens: readonly Token[], language: Language, isTask: boolean): boolean {
  const words = tokens.filter((token) => !isSign(token))
  if (words.length < FEWEST_WORDS) return false
  const main = mainOf(tokens, language)
  if (isTask && main.some(({ word }) => language.clause.isInfinitive(word))) return true
  return hasPredicate(main, language) || isNominal(main, language)
}

/** Without the signs at their ends, but for a question mark. */
function sentencesOf(tokens: readonly Token[]): Token[][] {
  const sentences: Token[][] = [[]]
  for (const token of tokens) {
    if (!endsSentence(token) || token.word === '?') sentences.at(-1)?.push(token)
    if (endsSentence(token)) sentences.push([])
  }
  return sentences.filter((sentence) => sentence.some((token) => !endsSentence(token)))
}

function breaksOff(tokens: readonly Token[], { clause }: Language): boolean {
  const last = tokens.at(-1)
  if (!last || (isSign(last) && last.word !== '?') || clause.open.has(last.word)) return true
  return tokens.some((token, n) => {
    const next = tokens[n + 1]
    const isStumble = token.word === next?.word && !isDigits(token)
    const isLower = token.raw === token.word || n === 0
    return (
      isStumble ||
      (next && isSign(next) && isLower && clause.prepositions.has(token.word) && clause.open.has(token.word))
    )
  })
}

/** A sentence without its subordinate clauses, which cannot carry it. A question may begin like one. */
function mainOf(tokens: readonly Token[], { clause }: Language): Token[] {
  const main: Token[] = []
  const isQuestion = tokens.at(-1)?.word === '?'
  let isMain = true
  for (const [n, token] of tokens.entries()) {
    const isStart = n === 0 || isSign(tokens[n - 1]!)
    const first = isStart ? firstOf(tokens.slice(n), clause.prepositions) : null
    if (first) isMain = !clause.subordinators.has(first) || (n === 0 && isQuestion)
    if (isMain) main.push(token)
  }
  return main
}

/** The word a clause begins with, after a preposition. */
function firstOf([one, two]: readonly Token[], prepositions: ReadonlySet<string>): string | null {
  if (!one || isSign(one)) return null
  return prepositions.has(one.word) && two ? two.word : one.word
}

function hasPredicate(main: readonly Token[], language: Language): boolean {
  return main.some((_, at) => {
    const predicate = predicateAt(main, at, language)
    return predicate !== null && (predicate === 'alone' || hasSubject(main, at, predicate, language))
  })
}

function predicateAt(main: readonly Token[], at: number, language: Language): Predicate | null {
  const { word } = main[at]!
  const { clause } = language
  const pronounVerb = [...clause.pronounVerbs].find(([pronoun]) => main.some((token) => token.word === pronoun))?.[1]
  if (pronounVerb?.test(word) && word.length > 2) return 'alone'
  return isName(main[at]!, at, language) ? null : clause.predicateOf(word)
}

function hasSubject(main: readonly Token[], at: number, predicate: Predicate, language: Language): boolean {
  const governed = governedBy(main, language)
  return main.some((token, n) => n !== at && !governed.has(n) && mayBeSubject(token, n, predicate, language))
}

/** A numeral, an abbreviation and a name have any gender. */
function mayBeSubject(token: Token, at: number, predicate: Predicate, language: Language): boolean {
  const { clause, numeralOf, names } = language
  const { raw, word } = token
  if (isSign(token)) return false
  if (isDigits(token) || numeralOf(word) || /^\p{Lu}{2,}$/u.test(raw) || isName(token, at, language)) return true
  if (/^\p{Lu}/u.test(raw) && names.surname.test(word)) return true
  return !clause.predicateOf(word) && !clause.isInfinitive(word) && clause.isNominative(word, predicate)
}

/** A capital at the start proves nothing. */
function isName({ raw, word }: Token, at: number, { names, stem }: Language): boolean {
  if (!/^\p{Lu}/u.test(raw) || word.length < SHORTEST_NAME) return false
  return at > 0 || names.given.has(stem(word).replace(names.fleeting, ''))
}

/** Words after a preposition, up to the first that is no adjective: none of them is a subject. */
function governedBy(main: readonly Token[], { clause, numeralOf }: Language): Set<number> {
  const governed = new Set<number>()
  let isOpen = false
  for (const [n, token] of main.entries()) {
    if (isSign(token)) isOpen = false
    else if (clause.prepositions.has(token.word)) isOpen = true
    else if (isOpen) {
      governed.add(n)
      isOpen = clause.isAdjective(token.word) || isDigits(token) || numeralOf(token.word) !== null
    }
  }
  return governed
}

/** Two nouns joined by a dash or a copula. */
function isNominal(main: readonly Token[], language: Language): boolean {
  const at = main.findIndex((token) => /^[—–]$/u.test(token.word) || token.word === language.clause.copula)
  if (at < 0) return false
  const after = main.slice(at + 1).filter((token) => !isSign(token))
  return after.length > 0 && (at === 0 || hasSubject(main.slice(0, at), -1, 'any', language))
}
