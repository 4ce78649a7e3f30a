import type { ContentWord } from '#language/content-words.ts'
import type { Language } from '#language/language.ts'
import { plainForm } from '#transcript/words.ts'

import { isAlike } from './alike.ts'
import {
  type Case,
  type Finding,
  isSaidIn,
  openCase,
  type Passage,
  rawsOf,
  reasonsOf,
  type Rule,
  tellingWords,
  unsure,
} from './case.ts'
import { holdsName, isSameName } from './names.ts'
import { type Evidence, weightOf } from './prepare.ts'
import { hasCapital, type Heard, runsOf } from './read.ts'
import { checkCoverage, coverageOf } from './rules/coverage.ts'
import { checkNames } from './rules/name.ts'
import { checkNumberPlaces, checkNumbers } from './rules/number.ts'
import { checkNegation, checkOpposites } from './rules/opposite.ts'
import { checkClauses, checkHollow, checkSentence, checkWords } from './rules/sentence.ts'
import { checkSpeakers } from './rules/speaker.ts'
import { isSameNumber, mannerOf } from './same-number.ts'
import type { Check, Claim, Verdict } from './verdict.ts'

type Run = readonly ContentWord[]

/** Rule 4, of names that belong together: «Pavel London» is wrong where «Pavel Tretyakov» was said. */
function checkFullNames(matter: Case): Finding[] {
  const { claim, near } = matter
  const runs = runsOf(claim.names).filter((run) => run.length > 1)
  const mixed = runs.filter((run) => isMixed(run, spokenRuns(near.sentences), matter) && !isNamedSo(run, matter))
  return mixed.map((run) => unsure('name', rawsOf(run)))
}

const spokenRuns = (sentences: readonly Heard[]) =>
  sentences.flatMap(({ words }) => runsOf(words.filter(({ raw }) => hasCapital(raw))))

/** Whether a speaker has the whole name, or it was said elsewhere. */
function isNamedSo(run: Run, matter: Case): boolean {
  const { speakers, sentences } = matter.evidence
  const isHeld = (name: readonly string[]) => run.every(({ stem }) => holdsName(name, stem, matter.language))
  return [...speakers.values()].some(isHeld) || spokenRuns(sentences).some((said) => holds(said, run, matter))
}

/** One of the names is said near beside another name, and no run near holds them all. */
function isMixed(run: Run, spoken: readonly Run[], matter: Case): boolean {
  if (spoken.some((said) => holds(said, run, matter))) return false
  return run.some((name) => spoken.some((said) => said.length > 1 && holds(said, [name], matter)))
}

function holds(said: Run, names: Run, { language }: Case): boolean {
  return names.every(({ stem }) => said.some((word) => isSameName(word.stem, stem, language)))
}

/** Letters of the shortest adjective worth comparing. */
const SHORTEST_QUALITY = 4

/** Rule 9. A verb that nobody said near is an event that nobody told of; a quality is somebody's judgement. */
function checkPredicates(matter: Case): Finding[] {
  const { topic, language } = matter
  const { verbEnd, qualityEnd } = language.grammar
  const isPredicate = (word: string) => verbEnd.test(word) || (word.length >= SHORTEST_QUALITY && qualityEnd.test(word))
  return tellingWords(matter)
    .filter(({ raw, stem }) => !hasCapital(raw) && !language.lightVerbs.has(stem) && isPredicate(plainForm(raw)))
    .filter(({ stem }) => !isSaidIn(stem, topic, language))
    .map(({ raw }) => unsure('predicate', [raw]))
}

/** Rule 3. Weekdays, months and «tomorrow» must have been said near, and not instead of a day of the core. */
function checkDates({ claim, core, near, language }: Case): Finding[] {
  const [cited, said] = [daysOf(core), daysOf(near)]
  const hasOther = [...cited].some((day) => !claim.days.has(day))
  const wrong = claim.tokens.filter(({ word }) => {
    const day = language.calendar.dayOf(word)
    return day !== null && !cited.has(day) && (hasOther || !said.has(day))
  })
  return wrong.map(({ raw }) => unsure('date', [raw]))
}

const daysOf = ({ sentences }: Passage) => new Set(sentences.flatMap(({ days }) => [...days]))

/**
 * `within`: sentences where a lost citation is looked for; all unless told. `isForeign`: the recording is in another
 * language than the statement.
 */
export type CheckOptions = { within?: Range; isForeign?: boolean }

/** Compares a statement with the sentences it cites, rule by rule. */
export function checkStatement(
  claim: Claim,
  evidence: Evidence,
  language: Language,
  options: CheckOptions = {},
): Check {
  return decide(claim, evidence, language, { ...options, rules: RULES })
}

const RULES: readonly Rule[] = [
  checkNumbers,
  checkNumberPlaces,
  checkDates,
  checkNames,
  checkFullNames,
  checkNegation,
  checkOpposites,
  checkConditions,
  checkSpeakers,
  checkPredicates,
  checkClauses,
  checkCoverage,
  checkSentence,
  checkHollow,
  checkWords,
]

/** Below this a citation is taken to be wrong, and the sentences are looked for elsewhere. */
const WRONG_CITATION = 0.35

export function decide(
  claim: Claim,
  evidence: Evidence,
  language: Language,
  { within, isForeign, rules }: CheckOptions & { rules: readonly Rule[] },
): Check {
  if (isForeign) return checkLink(claim, evidence, language, !rules.includes(checkSentence))
  const matter = citedCase(claim, evidence, language, within)
  if (!matter) return { verdict: 'dropped', reasons: [{ code: 'noCitation', words: [] }], anchors: [] }
  const findings = rules.flatMap((rule) => rule(matter))
  return { verdict: verdictOf(findings), reasons: reasonsOf(findings), anchors: anchorsOf(matter) }
}

/** Rule 1. A statement without a citation is dropped unless its sentences are found. */
function citedCase(claim: Claim, evidence: Evidence, language: Language, within?: Range): Case | null {
  const cites = [...new Set(claim.cites)].filter((cite) => evidence.sentences[cite])
  const matter = openCase({ ...claim, cites }, evidence, language)
  if (cites.length > 0 && coverageOf(matter) >= WRONG_CITATION) return matter
  const found = findSentences(matter, within ?? { from: 0, to: evidence.sentences.length })
  if (found.length > 0) return openCase({ ...claim, cites: found }, evidence, language)
  return cites.length > 0 ? matter : null
}

function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some(({ isContradicted }) => isContradicted)) return 'dropped'
  return findings.length > 0 ? 'unsure' : 'confirmed'
}

/**
 * Checks a statement about a recording in another language: words cannot be compared, so only its citation and its
 * numbers are, and whether it is a sentence. Numbers said as words are unknown there, so they are compared only where digits stand near.
 */
function checkLink(claim: Claim, evidence: Evidence, language: Language, areTopics = false): Check {
  const cites = [...new Set(claim.cites)].filter((cite) => evidence.sentences[cite])
  if (cites.length === 0) return { verdict: 'dropped', reasons: [{ code: 'noCitation', words: [] }], anchors: [] }
  // A model may answer in the language of the recording, of which no sentence can be judged.
  const isOwn = /\p{Script=Cyrillic}/u.test(claim.text)
  const soundness = [...(isOwn && !areTopics ? [checkSentence] : []), ...(isOwn ? [checkHollow] : [])]
  const matter = openCase({ ...claim, cites }, evidence, language)
  const sound = soundness.flatMap((rule) => rule(matter))
  const numbers = matter.near.numbers.length > 0 ? checkNumbers(matter) : []
  const reasons = reasonsOf([...sound, ...numbers])
  if (sound.some(({ isContradicted }) => isContradicted)) return { verdict: 'dropped', reasons, anchors: cites }
  return { verdict: reasons.length > 0 ? 'unsure' : 'linked', reasons, anchors: cites }
}

/**
 * The fewest sentences near that carry the matched words and numbers, so that a click lands on the words even when the
 * citation was off by one. The cited sentences if nothing matched.
 */
function anchorsOf(matter: Case): number[] {
  const { core, near } = matter
  const carried = new Map(near.indexes.map((index, n) => [index, matchesOf(near.sentences[n], matter)]))
  const order = [...core.indexes, ...near.indexes.filter((index) => !core.indexes.includes(index))]
  const left = new Set([...carried.values()].flat())
  const anchors: number[] = []
  while (left.size > 0) {
    const gain = (index: number) => carried.get(index)?.filter((match) => left.has(match)).length ?? 0
    const best = order.reduce((a, b) => (gain(b) > gain(a) ? b : a))
    for (const match of carried.get(best) ?? []) left.delete(match)
    anchors.push(best)
  }
  return anchors.length > 0 ? anchors.toSorted((a, b) => a - b) : [...core.indexes]
}

/** Words and numbers of the statement that a sentence holds. */
function matchesOf(sentence: Heard | undefined, matter: Case): object[] {
  if (!sentence) return []
  const { grammar } = matter.language
  const manner = mannerOf(matter)
  const words = tellingWords(matter).filter(({ stem }) =>
    sentence.words.some((word) => isAlike(word.stem, stem, grammar)),
  )
  const numbers = matter.claim.numbers.filter((number) =>
    sentence.numbers.some((said) => isSameNumber(number, said, manner)),
  )
  return [...words, ...numbers]
}

/** Sentences from `from` on, up to `to`. */
type Range = { from: number; to: number }

const NEIGHBOURS = 3
const ENOUGH = 0.6

/**
 * Rule 1. Finds the neighbouring sentences that say most of a statement, for one whose citation is wrong or missing.
 * None if no place says enough of it.
 */
function findSentences(matter: Case, range: Range): number[] {
  const { evidence, language } = matter
  const stems = [...new Set(tellingWords(matter).map(({ stem }) => stem))]
  const weights = stems.map((stem) => weightOf(stem, evidence))
  const scores = new Map<number, number>()
  for (const [n, stem] of stems.entries()) {
    const starts = startsOf(placesAlike(stem, evidence, language), range)
    for (const start of starts) scores.set(start, (scores.get(start) ?? 0) + (weights[n] ?? 0))
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const [best, score] = [...scores].reduce((a, b) => (b[1] > a[1] ? b : a), [-1, 0])
  if (best < 0 || score < ENOUGH * total) return []
  return Array.from({ length: NEIGHBOURS }, (_, n) => best + n).filter((index) => index < range.to)
}

function placesAlike(stem: string, { places }: Evidence, { grammar }: Language): number[] {
  const found: number[] = []
  for (const [said, indexes] of places) if (isAlike(said, stem, grammar)) found.push(...indexes)
  return found
}

/** Starts of all runs of neighbours that hold one of the places. */
function startsOf(places: readonly number[], { from, to }: Range): Set<number> {
  const inside = places.filter((place) => place >= from && place < to)
  const starts = inside.flatMap((place) => Array.from({ length: NEIGHBOURS }, (_, n) => place - n))
  return new Set(starts.filter((start) => start >= from))
}

/** Rule 7. What was only supposed must not be told as done. */
function checkConditions(matter: Case): Finding[] {
  const { claim, near, language } = matter
  const { grammar } = language
  if (grammar.tentative.test(claim.plain)) return []
  const isSupposed = (stem: string) => {
    const said = near.sentences.filter(({ words }) => words.some((word) => isAlike(word.stem, stem, grammar)))
    return said.length > 0 && said.every(({ plain }) => grammar.condition.test(plain))
  }
  const past = tellingWords(matter).filter(({ raw }) => grammar.pastEnd.test(plainForm(raw)))
  return past.filter(({ stem }) => isSupposed(stem)).map(({ raw }) => unsure('condition', [raw]))
}
