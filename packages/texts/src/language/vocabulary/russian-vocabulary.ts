import { plainForm } from '@doslovno/domain/transcript/words.ts'
import type { SoundCosts, VocabularyLanguage } from '@doslovno/domain/vocabulary/language.ts'

import { russianDeclensions } from '#language/declensions.ts'

const LATIN_GROUPS: readonly (readonly [RegExp, string])[] = [
  [/sch|sh/gu, 'ш'],
  [/ch/gu, 'ч'],
  [/th/gu, 'т'],
  [/ph/gu, 'ф'],
  [/ck/gu, 'к'],
  [/ee/gu, 'и'],
  [/oo/gu, 'у'],
  [/qu/gu, 'кв'],
  [/x/gu, 'кс'],
  [/c(?=[eiy])/gu, 'с'],
  [/g(?=[ei])|j/gu, 'дж'],
]
const LATIN = 'abcdefghiklmnopqrstuvwyz'
const CYRILLIC = 'абкдефгхиклмнопкрстуввиз'

const VOICED = 'бвгджз'
const VOICELESS = 'пфктшс'
/** Consonants that make the one before them voiced, and voiceless. */
const MAKE_VOICED = /[бгджз]/u
const MAKE_VOICELESS = /[пфктшсхцчщ]/u
/** Vowels as they sound without stress. */
const UNSTRESSED = new Map('оа еи эи ыи юу'.split(' ').map((pair) => [pair.charAt(0), pair.charAt(1)]))

/** How a Russian word sounds, roughly; Latin letters are read as Russian ones. */
export function russianSoundsOf(word: string): string {
  const letters = Array.from(
    inCyrillic(plainForm(word))
      .replace(/[^а-я]/gu, '')
      .replace(/тьс|тс|дс|тц|дц/gu, 'ц')
      .replace(/сч|зч|жч|сщ|зщ|шч/gu, 'щ')
      .replace(/стн/gu, 'сн')
      .replace(/здн/gu, 'зн')
      .replace(/[ьъ]/gu, '')
      .replace(/(.)\1+/gu, '$1'),
  )
  const sounds = letters.reduceRight<string>((after, letter) => soundOf(letter, after.charAt(0)) + after, '')
  return sounds.replace(/(.)\1+/gu, '$1')
}

/** A consonant takes the voice of the sound after it; at the end it has none. */
function soundOf(letter: string, after: string): string {
  const voiced = VOICED.indexOf(letter)
  if (voiced !== -1 && (after === '' || MAKE_VOICELESS.test(after))) return VOICELESS.charAt(voiced)
  const voiceless = VOICELESS.indexOf(letter)
  if (voiceless !== -1 && MAKE_VOICED.test(after)) return VOICED.charAt(voiceless)
  return UNSTRESSED.get(letter) ?? letter
}

function inCyrillic(word: string): string {
  if (!/[a-z]/u.test(word)) return word
  const grouped = LATIN_GROUPS.reduce((text, [pattern, sound]) => text.replace(pattern, sound), word)
  return grouped.replace(/[a-z]/gu, (letter) => CYRILLIC.charAt(LATIN.indexOf(letter)))
}

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
const russianSoundCosts: SoundCosts = {
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

/** Consonants that are taken for each other, a class per group. */
const CLASSES = ['бп', 'вф', 'гкх', 'дт', 'жшщчзсц', 'мн', 'л', 'р']

const GENITIVE = 1
const DATIVE = 2
const ACCUSATIVE = 3
const INSTRUMENTAL = 4
const PREPOSITIONAL = 5

const PREPOSITIONS: readonly (readonly [words: string, cases: readonly number[]])[] = [
  ['без для до из от у около после против кроме вместо ради из-за', [GENITIVE]],
  ['к ко благодаря согласно', [DATIVE]],
  ['по', [DATIVE, PREPOSITIONAL]],
  ['про через', [ACCUSATIVE]],
  ['над перед', [INSTRUMENTAL]],
  ['между с со', [GENITIVE, INSTRUMENTAL]],
  ['под за', [ACCUSATIVE, INSTRUMENTAL]],
  ['в во на', [ACCUSATIVE, PREPOSITIONAL]],
  ['о об при', [PREPOSITIONAL]],
]

/** Russian words by sound, with their cases. */
export const russianVocabulary: VocabularyLanguage = {
  declensions: russianDeclensions,
  declined: /^[а-яё]+$/iu,
  adjectiveGenitive: /^(?:[ое]го|[ыи]х)$/u,
  // Уренгой, деплой; but Толстой, Береговой, Трубецкой
  nounsLikeAdjectives: /(?<!ск|ст|н|в)ой$/u,
  soundsOf: russianSoundsOf,
  costs: russianSoundCosts,
  classOf: new Map(CLASSES.flatMap((letters) => Array.from(letters, (letter) => [letter, letters.charAt(0)]))),
  casesAfter: new Map(PREPOSITIONS.flatMap(([words, cases]) => words.split(' ').map((word) => [word, cases]))),
}
