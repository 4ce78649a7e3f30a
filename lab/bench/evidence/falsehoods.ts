import type { Claim } from '@doslovno/domain/evidence/verdict.ts'

import { seededRandom, type Random } from '#lab/random.ts'

import {
  replaceAt,
  strangers,
  type Corrupt,
  type Name,
  type Talk,
  type Word,
  words,
  wordsNear,
  wordsOf,
} from './talks.ts'

const NOMINATIVE = 0
const [GENITIVE, DATIVE, ACCUSATIVE, PREPOSITIONAL] = [1, 2, 3, 5]
const PERSONS = [
  ['m', 'm1', 'm2'],
  ['f', 'f1'],
]

type Place = { word: Word; name: Name; grammaticalCase: number }

/** A name that nobody in the talk says. */
const corruptNameToStranger: Corrupt = ({ truth, talk, random }) =>
  renameOne(truth, random.pick(placesOfNames(truth.text, talk.names)), (name) => random.pick(alike(name, strangers)))

/** A name of the same talk that the cited sentences do not hold. */
const corruptNameToKnown: Corrupt = ({ truth, talk, random }) => {
  const cited = wordsNear(talk.sentences, truth.cites, 0)
  const stated = wordsOf(truth.text).map(({ word }) => word.toLowerCase())
  const absent = talk.names.filter(({ forms }) => !forms.some((form) => hasForm([...cited, ...stated], form)))
  const places = placesOfNames(truth.text, talk.names).filter(({ name }) => alike(name, absent).length > 0)
  return renameOne(truth, random.pick(places), (name) => random.pick(alike(name, absent)))
}

/** Two persons or places change roles: the second one did it to the first. */
const exchangeNames: Corrupt = ({ truth, talk }) => {
  const places = placesOfNames(truth.text, talk.names)
  const pairs = places.flatMap((first, index) => places.slice(index + 1).map((second) => ({ first, second })))
  const fit = pairs.filter(({ first, second }) => isOfOneSort(first, second) && isApart(truth.text, first, second))
  const pair = fit.find(({ first, second }) => first.name.kind === second.name.kind) ?? fit[0]
  if (!pair) return []
  const { first, second } = pair
  const withSecond = replaceAt(truth.text, second.word, first.name.forms[second.grammaticalCase] ?? '')
  const text = replaceAt(withSecond, first.word, second.name.forms[first.grammaticalCase] ?? '')
  return [{ ...truth, text }]
}

// A verb agrees in gender with a name in the nominative only.
function isOfOneSort(first: Place, second: Place): boolean {
  const isOblique = first.grammaticalCase !== NOMINATIVE && second.grammaticalCase !== NOMINATIVE
  const sorts = isOblique ? [PERSONS.flat()] : PERSONS
  const [kind, other] = [first.name.kind, second.name.kind]
  return kind === other || sorts.some((sort) => sort.includes(kind) && sort.includes(other))
}

// Words of a full name are one person, and two names joined by a conjunction have one role.
function isApart(text: string, first: Place, second: Place): boolean {
  const between = wordsOf(text.slice(first.word.at + first.word.word.length, second.word.at))
  return between.some(({ word }) => /^\p{Ll}/u.test(word) && !words.conjunctions.includes(word))
}

function renameOne<T extends { text: string }>(
  truth: T,
  place: Place | undefined,
  other: (name: Name) => Name | undefined,
) {
  const form = place && other(place.name)?.forms[place.grammaticalCase]
  return place && form ? [{ ...truth, text: replaceAt(truth.text, place.word, form) }] : []
}

const alike = (name: Name, others: readonly Name[]) =>
  others.filter((other) => other.kind === name.kind && other.forms[0] !== name.forms[0])

function placesOfNames(text: string, names: readonly Name[]): Place[] {
  return names
    .flatMap((name) => {
      const at = Math.max(...name.forms.map((form) => findForm(text, form)))
      const form = name.forms.filter((one) => findForm(text, one) === at).toSorted((a, b) => b.length - a.length)[0]
      if (at < 0 || !form) return []
      const cases = name.forms.flatMap((one, index) => (one === form ? [index] : []))
      return [{ word: { word: form, at }, name, grammaticalCase: chooseCase(cases, wordBefore(text, at)) }]
    })
    .toSorted((a, b) => a.word.at - b.word.at)
}

function findForm(text: string, form: string): number {
  return new RegExp(`(?<![\\p{L}-])${form}(?!\\p{L})`, 'u').exec(text)?.index ?? -1
}

const hasForm = (all: readonly string[], form: string) => {
  const parts = form.toLowerCase().split(' ')
  return parts.every((part) => all.includes(part))
}

const wordBefore = (text: string, at: number) => wordsOf(text.slice(0, at)).at(-1)?.word.toLowerCase() ?? ''

function chooseCase(cases: readonly number[], before: string): number {
  if (cases.includes(PREPOSITIONAL) && words.locative.includes(before)) return PREPOSITIONAL
  if (cases.includes(ACCUSATIVE) && words.locative.includes(before)) return ACCUSATIVE
  if (cases.includes(DATIVE) && words.dative.includes(before)) return DATIVE
  return cases[0] ?? GENITIVE
}

const stems = Object.entries(words.numberStems).toSorted(([a], [b]) => b.length - a.length)
const scales = Object.entries(words.numberScales)

/** Every value that the words could mean, parts of a compound included: more rather than fewer. */
export function numbersSaid(said: readonly string[]): Set<number> {
  const values = new Set<number>()
  let run = 0
  let total = 0
  for (const word of said) {
    const scale = scales.find(([stem]) => word.startsWith(stem))?.[1]
    const value = /^\d+/.test(word) ? Number.parseInt(word, 10) : stems.find(([stem]) => word.startsWith(stem))?.[1]
    if (scale) [run, total] = [0, total + (run || 1) * scale]
    else if (value === undefined) [run, total] = [0, 0]
    else run += value
    for (const heard of [value, run, total, total + run]) if (heard) values.add(heard)
  }
  return values
}

const NEAR_NUMBER = 3

/** One more, one fewer, ten times as many, digits turned round; or another number word of the same form. */
const corruptNumber: Corrupt = ({ truth, talk, random }) => {
  const said = numbersSaid(wordsNear(talk.sentences, truth.cites, NEAR_NUMBER))
  const all = wordsOf(truth.text)
  const places = all.flatMap((word, index) => {
    const others = otherNumbers(truth.text, all, index).filter((other) =>
      [...numbersSaid([other])].some((value) => !said.has(value)),
    )
    return others.length > 0 ? [{ word, others }] : []
  })
  const place = random.pick(places)
  const other = place && random.pick(place.others)
  return place && other ? [{ ...truth, text: replaceAt(truth.text, place.word, other) }] : []
}

function otherNumbers(text: string, all: readonly Word[], index: number): string[] {
  const [before, here, after] = [all[index - 1], all[index], all[index + 1]]
  if (!here || isDate(here, after) || words.fractions.includes(after?.word ?? '')) return []
  if (!/^\d+$/.test(here.word)) return otherNumberWords(here.word)
  if (isPartOfNumber(text, here)) return [String(Number(here.word) + 1)]
  const isRough = words.approximate.includes(before?.word.toLowerCase() ?? '')
  return isRough ? [String(Number(here.word) * 10)] : otherDigits(Number(here.word))
}

// A time of day or a decimal fraction.
const isPartOfNumber = (text: string, { at, word }: Word) =>
  /\d[:,]$/.test(text.slice(0, at)) || /^[:,]\d/.test(text.slice(at + word.length))

function otherDigits(value: number): string[] {
  const reversed = Number(Array.from(String(value)).toReversed().join(''))
  const others = [value + 1, value * 10, value - 1, String(reversed).length === String(value).length ? reversed : value]
  return others.filter((other) => other > 0 && other !== value).map(String)
}

const otherNumberWords = (word: string) =>
  (words.numberGroups.find((group) => group.includes(word)) ?? []).filter((other) => other !== word)

/** A day before a month or a year; `corruptDate` changes those. */
function isDate(here: Word, after: Word | undefined): boolean {
  if (!/^\d+$/.test(here.word)) return false
  const next = after?.word ?? ''
  return next.startsWith(words.yearWord) || (words.dateGroups[1] ?? []).includes(next)
}

const NEAR_DATE = 2
const STEM_LETTERS = 4
const DAYS = 28
const MOST_PER_STATEMENT = 2

/** Another weekday, month, season, day of the month or year; at most two places of a statement, one at a time. */
const corruptDate: Corrupt = ({ truth, talk, random }) => {
  const near = wordsNear(talk.sentences, truth.cites, NEAR_DATE)
  const all = wordsOf(truth.text)
  const changed = all.flatMap((word, index) => {
    const other = random.pick(otherDates(word, all[index - 1], all[index + 1]).filter((date) => !isSaid(date, near)))
    return other ? [{ ...truth, text: replaceAt(truth.text, word, other) }] : []
  })
  return changed.slice(0, MOST_PER_STATEMENT)
}

function otherDates(here: Word, before: Word | undefined, after: Word | undefined): string[] {
  const [, digits = '', ending = ''] = /^(\d+)(-\p{L}+)?$/u.exec(here.word) ?? []
  if (!digits)
    return (words.dateGroups.find((group) => group.includes(here.word)) ?? []).filter((it) => it !== here.word)
  if (!ending && !isDate(here, after)) return []
  const value = Number(digits)
  const others = value > 31 ? otherYears(value) : otherDays(value)
  // «Not before a date» includes every earlier date.
  const isLimit = words.range.includes(before?.word.toLowerCase() ?? '')
  return others.filter((other) => !isLimit || other > value).map((other) => `${other}${ending}`)
}

const otherDays = (day: number) => [day + 1, day - 1, day + 7, day - 7].filter((other) => other > 0 && other <= DAYS)
const otherYears = (year: number) => [year + 1, year - 1, year + 10, year - 10]

// A talk says the last two digits of a year as often as all four.
function isSaid(date: string, near: readonly string[]): boolean {
  const value = Number.parseInt(date, 10)
  if (Number.isNaN(value)) return near.some((word) => word.startsWith(date.slice(0, STEM_LETTERS)))
  const said = numbersSaid(near)
  return said.has(value) || (value > 31 && said.has(value % 100))
}

const NEEDED_WITHIN = 2

/** A negation before the verb that the data marks. */
const addNegation: Corrupt = ({ truth }) => {
  const { text, verbAt } = truth
  return verbAt === undefined
    ? []
    : [{ ...truth, text: `${text.slice(0, verbAt)}${words.negation} ${text.slice(verbAt)}` }]
}

/** The first negation left out. */
const removeNegation: Corrupt = ({ truth }) => {
  const all = wordsOf(truth.text)
  const negation = all.find(({ word }, index) => word === words.negation && !isNeeded(all.slice(0, index)))
  return negation ? [{ ...truth, text: replaceAt(truth.text, { ...negation, word: `${negation.word} ` }, '') }] : []
}

const isNeeded = (before: readonly Word[]) =>
  before.slice(-NEEDED_WITHIN).some(({ word }) => words.negationNeeded.includes(word))

/** One word becomes its opposite. */
const turnToOpposite: Corrupt = ({ truth, random }) => {
  const place = random.pick(wordsOf(truth.text).filter(({ word }) => Object.hasOwn(words.opposites, word)))
  return place ? [{ ...truth, text: replaceAt(truth.text, place, words.opposites[place.word] ?? '') }] : []
}

/** Two numbers of a statement change places. */
const exchangeNumbers: Corrupt = ({ truth }) => {
  const all = wordsOf(truth.text)
  const [first, second, ...others] = all.filter((one, index) => /^\d+$/.test(one.word) && !isDate(one, all[index + 1]))
  if (!first || !second || others.length > 0 || first.word === second.word || /\d[:,]\d/.test(truth.text)) return []
  return [{ ...truth, text: replaceAt(replaceAt(truth.text, second, first.word), first, second.word) }]
}

const FAR = 8

/** Somebody else is said to have said it. */
const changeSpeaker: Corrupt = ({ truth, talk, random }) => {
  const heard = new Set(truth.cites.map((cite) => talk.sentences[cite]?.speaker))
  const others = talk.speakers.map((_, speaker) => speaker).filter((speaker) => !heard.has(speaker))
  const other = random.pick(others)
  return other === undefined ? [] : [{ ...truth, who: [other] }]
}

/** The words are true, and a sentence far away is cited for them. */
const changeCitation: Corrupt = ({ truth, talk, random }) => {
  const far = talk.sentences
    .map((_, index) => index)
    .filter((index) => truth.cites.every((cite) => Math.abs(cite - index) >= FAR))
  const cite = random.pick(far)
  return cite === undefined ? [] : [{ ...truth, cites: [cite] }]
}

/** A true statement with an invented one as its second half. */
const addInvented: Corrupt = ({ truth, talk, random }) => {
  const half = random.pick(talk.invented)?.text
  if (!half) return []
  const isName = talk.names.some(({ forms }) => forms.some((form) => form && half.startsWith(form)))
  const start = isName ? half.slice(0, 1) : half.slice(0, 1).toLowerCase()
  return [{ ...truth, text: truth.text.replace(/\.$/, '') + (random.pick(words.joints) ?? '') + start + half.slice(1) }]
}

const SEED = 'evidence'

const corruptions = {
  'half invented': [addInvented],
  number: [corruptNumber],
  date: [corruptDate],
  'unknown name': [corruptNameToStranger],
  'other speaker': [changeSpeaker],
  'name of the talk': [corruptNameToKnown],
  'negation added': [addNegation],
  'negation removed': [removeNegation],
  opposite: [turnToOpposite],
  'wrong citation': [changeCitation],
  'roles exchanged': [exchangeNames, exchangeNumbers],
} satisfies Record<string, Corrupt[]>

type MadeKind = keyof typeof corruptions
export type Kind = 'invented' | MadeKind

/** `right`: the sentences that the true statement cites. */
export type Falsehood = { kind: Kind; claim: Claim; right: readonly number[] }

// Object.keys forgets the type of the keys.
const madeKinds = Object.keys(corruptions) as MadeKind[]
export const kinds: readonly Kind[] = ['invented', ...madeKinds]

/** Every false statement about a talk, by hand and made; always the same ones. */
export function falsehoodsOf(talk: Talk): Falsehood[] {
  const invented = talk.invented.map((claim) => ({ kind: 'invented' as const, claim, right: claim.cites }))
  return [...invented, ...madeKinds.flatMap((kind) => makeFalsehoods(kind, talk))]
}

function makeFalsehoods(kind: MadeKind, talk: Talk): Falsehood[] {
  return talk.truths.flatMap((truth) =>
    corruptions[kind]
      .flatMap((corrupt) => corrupt({ truth, talk, random: seededRandom(`${SEED} ${kind} ${truth.text}`) }))
      .map(({ text, cites, who }) => ({ kind, claim: { text, cites, who }, right: truth.cites })),
  )
}

const SHORTEST = 3
const letters = Array.from(words.alphabet)

/** The talk as a poor recogniser heard it: one letter changed in a share of its words. */
export function mishear(talk: Talk, share: number, seed: number): Talk {
  const random = seededRandom(`misheard ${talk.name} ${share} ${seed}`)
  const hear = (word: string) => (word.length >= SHORTEST && random.next() < share ? changeLetter(word, random) : word)
  const sentences = talk.sentences.map((sentence) => ({ ...sentence, text: sentence.text.replace(/\p{L}+/gu, hear) }))
  return { ...talk, sentences }
}

function changeLetter(word: string, random: Random): string {
  const at = random.below(word.length)
  const other = random.pick(letters.filter((letter) => letter !== word[at]?.toLowerCase())) ?? ''
  const isCapital = word[at] !== word[at]?.toLowerCase()
  return word.slice(0, at) + (isCapital ? other.toUpperCase() : other) + word.slice(at + 1)
}
