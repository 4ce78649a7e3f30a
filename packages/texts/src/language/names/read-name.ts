import type { NameForm, ReadName } from '@doslovno/domain/speakers/naming-language.ts'
import { plainForm } from '@doslovno/domain/transcript/plain-words.ts'

import { names } from '#language/russian/names.ts'

import { calledNames, type FirstName, firstNames, type Gender } from './first-names.ts'
import { declineGiven } from './name-cases.ts'

const WORD = /^(?<letters>\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)*)(?<sign>\P{L}*)$/u
const MOST_WORDS = 3

const PATRONYMIC: Record<NameForm, RegExp> = {
  nominative: /(?:[ое]вич|ьич|мич|тич|кич|[ое]вна|ична)$/u,
  dative: /(?:[ое]вичу|ьичу|мичу|тичу|кичу|[ое]вне|ичне)$/u,
}

const SURNAME = /(?:(?:[оеё]в|[иы]н)а?|[сц]к(?:ий|ая)|енко|швили|дзе|[чр]ук|юк|ян)$/u

const datives = new Map(
  [...firstNames.values()].map((first) => [plainForm(declineGiven(first.name, first.gender, 'dative')), first]),
)

/** Words of a name up to the first sign after one. */
type Part = { text: string; plain: string }

/**
 * The name that words begin with, in the nominative: a first name with a patronymic and a surname, or a surname before
 * both. With `isAny` a name that no list knows counts too.
 */
export const readRussianName: ReadName = (words, form, isAny) => {
  const parts = partsOf(words)
  return form === 'dative' ? readDative(parts) : (readNominative(parts) ?? (isAny ? readAny(parts) : null))
}

function partsOf(words: readonly string[]): Part[] {
  const parts: Part[] = []
  for (const word of words.slice(0, MOST_WORDS)) {
    const { letters, sign } = WORD.exec(word)?.groups ?? {}
    if (!letters) break
    parts.push({ text: letters, plain: plainForm(letters) })
    if (sign) break
  }
  return parts
}

function readNominative(parts: readonly Part[]) {
  const [first, second] = parts
  if (!first) return null
  const given = firstNames.get(first.plain) ?? calledNames.get(first.plain)
  if (given) return found([given.name, ...restOf(parts.slice(1))])
  const isSurnameFirst = SURNAME.test(first.plain) && second && firstNames.has(second.plain)
  if (!isSurnameFirst) return null
  const patronymic = parts.slice(2, 3).filter(({ plain }) => PATRONYMIC.nominative.test(plain))
  return found([first, second, ...patronymic].map(({ text }) => text))
}

/** A patronymic and a surname after a first name. */
function restOf(parts: readonly Part[]): string[] {
  const [next, last] = parts
  if (!next || isOther(next)) return []
  if (!PATRONYMIC.nominative.test(next.plain)) return [next.text]
  return last && !isOther(last) ? [next.text, last.text] : [next.text]
}

/** Another person, or no person at all. */
const isOther = ({ plain }: Part) => firstNames.has(plain) || names.places.has(plain)

function readDative([first, ...rest]: readonly Part[]) {
  const given = first && datives.get(first.plain)
  if (!given) return null
  const [next, last] = rest
  const patronymic = next && PATRONYMIC.dative.test(next.plain) ? patronymicOf(next.text) : null
  const surname = surnameOf((patronymic ? last : next)?.text, genderOf(given, patronymic))
  return found([given.name, patronymic, surname].filter((part) => part !== null))
}

const patronymicOf = (dative: string) => dative.replace(/у$/u, '').replace(/не$/u, 'на')

function genderOf({ gender }: FirstName, patronymic: string | null): Gender {
  if (patronymic === null) return gender
  return patronymic.endsWith('на') ? 'female' : 'male'
}

/** The nominative of a surname whose declension is certain. */
function surnameOf(dative: string | undefined, gender: Gender): string | null {
  if (dative === undefined) return null
  if (gender === 'female') {
    if (/(?:[оеё]в|[иы]н)ой$/u.test(dative)) return dative.replace(/ой$/u, 'а')
    return /[сц]кой$/u.test(dative) ? dative.replace(/ой$/u, 'ая') : null
  }
  if (/(?:[оеё]в|[иы]н)у$/u.test(dative)) return dative.slice(0, -1)
  return /[сц]кому$/u.test(dative) ? dative.replace(/ому$/u, 'ий') : null
}

function readAny(parts: readonly Part[]) {
  const isPlace = parts.some(({ plain }) => names.places.has(plain))
  return parts.length > 0 && !isPlace ? found(parts.map(({ text }) => text)) : null
}

/** Every part of a name takes one word. */
const found = (parts: readonly string[]) => ({ name: parts.join(' '), words: parts.length })
