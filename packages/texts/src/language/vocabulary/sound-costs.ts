import type { SoundCosts } from '@doslovno/domain/vocabulary/language.ts'

const VOWELS = 'аияу'

/** Cost of one sound heard as another, if it is not 1; the same in both directions. */
const NEAR = pairsOf(`
  аи .45 ау .5 иу .5 яа .15 яи .2 яу .5 йи .3 йя .6
  бп .35 вф .35 гк .35 дт .35 жш .35 зс .35
  шщ .2 чщ .3 чш .4 сц .4 чц .45 шс .5 щс .5 жз .5 чт .5 цт .5 жщ .5 чж .6 чс .6 цз .6
  мн .5 лр .65 гх .4 кх .4 бв .6 пф .6 вл .7 пт .7 тк .7 пк .7 бд .7 дг .7 дн .7 бм .7 лн .75
  фс .7 хф .6 хс .7 вм .8 дч .6 тс .7 дж .6 йл .7
`)
const OTHER = 1
const VOWEL_FOR_CONSONANT = 1.3

/** Measured on the sentences of `lab/bench/vocabulary`, its set «dev». */
export const russianSoundCosts: SoundCosts = {
  sounds: 'аияуйбпвфгкхдтжшщчзсцмнлр',
  lost: (sound) => {
    if (sound === 'й') return 0.25
    return VOWELS.includes(sound) ? 0.55 : 0.9
  },
  changed: (sound, other) => {
    if (sound === other) return 0
    const isVowelChange = VOWELS.includes(sound) !== VOWELS.includes(other)
    return NEAR.get(sound + other) ?? (isVowelChange ? VOWEL_FOR_CONSONANT : OTHER)
  },
}

function pairsOf(table: string): Map<string, number> {
  const pairs = [...table.matchAll(/(\S)(\S) (\S+)/gu)]
  return new Map(
    pairs.flatMap(([, one = '', other = '', cost]) => [
      [one + other, Number(cost)] as const,
      [other + one, Number(cost)] as const,
    ]),
  )
}
