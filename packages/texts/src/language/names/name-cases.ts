import { plainForm } from '@doslovno/domain/transcript/words.ts'

import { firstNames, type Gender } from './first-names.ts'

export type NameCase = 'dative' | 'instrumental'

/** An ending of the nominative and what replaces it in the dative and in the instrumental. */
type Row = readonly [nominative: RegExp, dative: string, instrumental: string]

const IRREGULAR: readonly Row[] = [
  [/^Пётр$/u, 'Петру', 'Петром'],
  [/^Лев$/u, 'Льву', 'Львом'],
  [/^Павел$/u, 'Павлу', 'Павлом'],
  [/^Илья$/u, 'Илье', 'Ильёй'],
  [/^Любовь$/u, 'Любови', 'Любовью'],
  [/[оиэюуе]$/u, '$&', '$&'],
]

const ENDING_IN_A: readonly Row[] = [
  [/ия$/u, 'ии', 'ией'],
  [/я$/u, 'е', 'ей'],
  [/([жцчшщ])а$/u, '$1е', '$1ей'],
  [/а$/u, 'е', 'ой'],
]

const ENDING_IN_CONSONANT: readonly Row[] = [
  [/ёк$/u, 'ьку', 'ьком'],
  [/[йь]$/u, 'ю', 'ем'],
  [/(?:ь|м|т|к)ич$/u, '$&у', '$&ом'],
  [/[жцчшщ]$/u, '$&у', '$&ем'],
  [/[бвгдзклмнпрстфх]$/u, '$&у', '$&ом'],
]

const GIVEN: Record<Gender, readonly Row[]> = {
  male: [...IRREGULAR, ...ENDING_IN_A, ...ENDING_IN_CONSONANT],
  female: [...IRREGULAR, ...ENDING_IN_A],
}

const SURNAMES: Record<Gender, readonly Row[]> = {
  male: [
    [/[иы]х$/u, '$&', '$&'],
    [/(?:[оеё]в|[иы]н)$/u, '$&у', '$&ым'],
    [/([гкх])ий$/u, '$1ому', '$1им'],
    [/[жчшщн]ий$/u, 'ему', 'им'],
    [/[ыо]й$/u, 'ому', 'ым'],
    ...GIVEN.male,
  ],
  female: [[/((?:[оеё]в|[иы]н))а$/u, '$1ой', '$1ой'], [/ая$/u, 'ой', 'ой'], [/яя$/u, 'ей', 'ей'], ...GIVEN.female],
}

/** A first name or a patronymic in another case. */
export function declineGiven(name: string, gender: Gender, to: NameCase): string {
  return declined(name, GIVEN[gender], to)
}

function declineSurname(name: string, gender: Gender, to: NameCase): string {
  return declined(name, SURNAMES[gender], to)
}

function declined(name: string, rows: readonly Row[], to: NameCase): string {
  const row = rows.find(([nominative]) => nominative.test(name))
  return row ? name.replace(row[0], to === 'dative' ? row[1] : row[2]) : name
}

const PATRONYMIC = /(?:вич|ьич|мич|тич|кич|вна|ична)$/u
const FEMALE = /(?:вна|ична|[оеё]ва|[иы]на|ая)$/u

/** «Анной Ковалёвой» for «Анна Ковалёва»; null for a name without a known first name. */
export function instrumentalName(name: string): string | null {
  const words = name.split(' ')
  const given = words.find((word) => firstNames.has(plainForm(word)))
  if (!given) return null
  const gender = genderOf(given, words)
  return words
    .map((word) =>
      word === given || PATRONYMIC.test(word)
        ? declineGiven(word, gender, 'instrumental')
        : declineSurname(word, gender, 'instrumental'),
    )
    .join(' ')
}

/** A patronymic or a surname tells the gender of «Саша». */
function genderOf(given: string, words: readonly string[]): Gender {
  const isFemale = words.some((word) => word !== given && FEMALE.test(word))
  return isFemale ? 'female' : (firstNames.get(plainForm(given))?.gender ?? 'male')
}
