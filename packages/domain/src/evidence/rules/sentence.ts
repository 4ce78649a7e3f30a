import { isAlike } from '#evidence/alike.ts'
import { type Case, contradicted, type Finding, isSaidIn, tellingWords, unsure } from '#evidence/case.ts'
import { holdsName } from '#evidence/names.ts'
import { type Evidence, weightOf } from '#evidence/prepare.ts'
import { hasCapital, type ReadText } from '#evidence/read.ts'
import { isBroken, isWholeSentence } from '#language/clause.ts'
import type { ContentWord } from '#language/content-words.ts'
import { needsContext } from '#language/context.ts'
import { isDigits, isSign, type Token } from '#language/tokens.ts'

/**
 * Rule 12. What breaks off is no statement; what has no verb or no subject may be read in several ways, and so may a copy
 * from the middle of a thought.
 */
export function checkSentence(matter: Case): Finding[] {
  const { claim, language } = matter
  const { text, plain, isTask = false } = claim
  if (isBroken(text, language)) return [contradicted('sentence', [])]
  const isTorn = !isTask && isCopied(matter) && needsContext(plain, language)
  return isWholeSentence(text, language, { isTask }) && !isTorn ? [] : [unsure('sentence', [])]
}

function isCopied({ claim, near }: Case): boolean {
  const wordsOf = ({ tokens }: Pick<ReadText, 'tokens'>) =>
    ` ${tokens.flatMap((token) => (isSign(token) ? [] : [token.word])).join(' ')} `
  const copy = wordsOf(claim)
  return near.sentences.some((sentence) => wordsOf(sentence).includes(copy))
}

/** Rule 13. A text that would suit any other recording says nothing about this one. */
export function checkHollow({ claim, language }: Case): Finding[] {
  const { plain, words, numbers } = claim
  const isEmpty = ({ stem }: ContentWord) =>
    language.reporting.has(stem) || language.generic.has(stem) || language.lightVerbs.has(stem)
  const isHollow = language.frame.test(plain) || (!plain.includes('?') && numbers.length === 0 && words.every(isEmpty))
  return isHollow ? [contradicted('hollow', [])] : []
}

/** Said beside so many different words, a word that no list knows is one of the recording's own. */
const OFTEN = 2
const SHORTEST_ROOT = 4

/**
 * Rule 14. A word that neither the language nor the recording knows is invented; one that was heard a single time may be
 * misheard, and the statement copies the error. So may one of known words, where many around it are not.
 */
export function checkWords(matter: Case): Finding[] {
  const { claim, topic, language, evidence } = matter
  const unknown = claim.tokens.filter(
    (token) => isWord(token) && !isListed(token, matter) && !isKnownName(token, matter),
  )
  const timesOf = ({ word }: Token) => {
    const stem = language.stem(word)
    const isNearlySaid = () => isSaidIn(stem, topic, language) || isDerived(word, evidence)
    return contextsOf(stem, evidence) || (isNearlySaid() ? 1 : 0)
  }
  const isLatin = ({ raw }: Token) => /\p{Script=Latin}/u.test(raw)
  const invented = unknown.filter((token) => timesOf(token) === 0)
  const misheard = unknown.filter((token) => timesOf(token) > 0 && timesOf(token) < OFTEN && !isLatin(token))
  return [
    ...(invented.length > 0 ? [contradicted('word', invented.map(({ raw }) => raw))] : []), // prettier-ignore
    ...(misheard.length > 0 || isMisheardAround(matter) ? [unsure('word', misheard.map(({ raw }) => raw))] : []), // prettier-ignore
  ]
}

/** Recognition errors come together, and some of them are words. */
const MISHEARD_SHARE = 0.08
const FEWEST_AROUND = 40

function isMisheardAround(matter: Case): boolean {
  const around = matter.topic.sentences.flatMap(({ tokens }) => tokens).filter(isWord)
  const unknown = around.filter((token) => !hasCapital(token.raw) && !isListed(token, matter))
  return around.length >= FEWEST_AROUND && unknown.length > around.length * MISHEARD_SHARE
}

/** A phrase that is played again is misheard again, so places with the same neighbours count once. */
function contextsOf(stem: string, { places, sentences }: Evidence): number {
  const neighbours = (places.get(stem) ?? []).map((place) => {
    const words = sentences[place]?.words ?? []
    const at = words.findIndex((word) => word.stem === stem)
    return `${words[at - 1]?.stem} ${words[at + 1]?.stem}`
  })
  return new Set(neighbours).size
}

/** Whether a word begins as one that was said: a model may make it from that. */
function isDerived(word: string, { places }: Evidence): boolean {
  const beginning = word.slice(0, Math.max(SHORTEST_ROOT, Math.floor(word.length / 2)))
  return [...places.keys()].some((stem) => stem.startsWith(beginning))
}

/** Single letters are initials and markup. */
const isWord = (token: Token) => token.word.length > 1 && !isSign(token) && !isDigits(token)

/** The list holds Russian words only. It lacks compounds made as one speaks. */
function isListed({ raw, word }: Token, { language }: Case): boolean {
  if (/\p{Script=Latin}/u.test(raw)) return false
  const rest = word.replace(language.grammar.compound, '')
  return language.isKnown(word) || (rest !== word && language.isKnown(rest))
}

/** Names are judged by the rules of names: a misheard one is no worse than the recognition. */
function isKnownName({ raw, word }: Token, { claim, evidence, language }: Case): boolean {
  if (!hasCapital(raw)) return false
  if (claim.names.some((name) => name.raw === raw) || language.names.surname.test(word)) return true
  const heard = [evidence.innerNames, ...evidence.speakers.values()]
  return heard.some((names) => holdsName(names, language.stem(word), language))
}

const FEWEST_WORDS = 2
/** A clause of so many words must have half of its weight said, and half of its words together. */
const LONG_CLAUSE_WORDS = 3
const FEWEST_SAID = 0.5

/** Rule 10. A true statement may carry an invented clause: every clause must have half of its words said near. */
export function checkClauses(matter: Case): Finding[] {
  const { names } = matter.claim
  const clauses = Map.groupBy(tellingWords(matter), ({ clause }) => clause)
  return [...clauses.values()].flatMap((words) => {
    const said = words.filter((word) => names.includes(word) || isSaidIn(word.stem, matter.near, matter.language))
    if (words.length < FEWEST_WORDS || isSaid(words, said, matter)) return []
    return [
      unsure(
        'clause',
        words.filter((word) => !said.includes(word)).map(({ raw }) => raw),
      ),
    ]
  })
}

function isSaid(words: readonly ContentWord[], said: readonly ContentWord[], matter: Case): boolean {
  if (said.length < FEWEST_SAID * words.length) return false
  if (words.length < LONG_CLAUSE_WORDS) return true
  const weigh = (some: readonly ContentWord[]) =>
    some.reduce((sum, { stem }) => sum + weightOf(stem, matter.evidence), 0)
  return weigh(said) >= FEWEST_SAID * weigh(words) && isSaidTogether(words, said, matter)
}

/** Words gathered from all around may never have been said of each other: two neighbouring sentences must hold half. */
function isSaidTogether(
  words: readonly ContentWord[],
  said: readonly ContentWord[],
  { near, language }: Case,
): boolean {
  return near.sentences.some((_, n) => {
    const spoken = near.sentences.slice(n, n + 2).flatMap((sentence) => sentence.words)
    const isApart = ({ stem }: ContentWord) =>
      isSaidIn(stem, near, language) && !spoken.some((word) => isAlike(word.stem, stem, language.grammar))
    return said.filter((word) => !isApart(word)).length >= FEWEST_SAID * words.length
  })
}
