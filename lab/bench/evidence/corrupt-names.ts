import { type Corrupt, replaceAt, strangers, type Name, type Word, words, wordsNear, wordsOf } from './talks.ts'

const NOMINATIVE = 0
const [GENITIVE, DATIVE, ACCUSATIVE, PREPOSITIONAL] = [1, 2, 3, 5]
const PERSONS = [
  ['m', 'm1', 'm2'],
  ['f', 'f1'],
]

type Place = { word: Word; name: Name; grammaticalCase: number }

/** A name that nobody in the talk says. */
export const corruptNameToStranger: Corrupt = ({ truth, talk, random }) =>
  renameOne(truth, random.pick(placesOfNames(truth.text, talk.names)), (name) => random.pick(alike(name, strangers)))

/** A name of the same talk that the cited sentences do not hold. */
export const corruptNameToKnown: Corrupt = ({ truth, talk, random }) => {
  const cited = wordsNear(talk.sentences, truth.cites, 0)
  const stated = wordsOf(truth.text).map(({ word }) => word.toLowerCase())
  const absent = talk.names.filter(({ forms }) => !forms.some((form) => hasForm([...cited, ...stated], form)))
  const places = placesOfNames(truth.text, talk.names).filter(({ name }) => alike(name, absent).length > 0)
  return renameOne(truth, random.pick(places), (name) => random.pick(alike(name, absent)))
}

/** Two persons or places change roles: the second one did it to the first. */
export const exchangeNames: Corrupt = ({ truth, talk }) => {
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
