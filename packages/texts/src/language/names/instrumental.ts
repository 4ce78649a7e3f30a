import { plainForm } from '@doslovno/domain/transcript/words.ts'

import { firstNames, type Gender } from './first-names.ts'
import { declineGiven, declineSurname } from './name-cases.ts'

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
