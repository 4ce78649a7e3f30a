import type { VocabularyLanguage } from '@doslovno/domain/vocabulary/language.ts'

import { russianDeclensions } from '#language/declensions.ts'

import { russianSoundCosts } from './sound-costs.ts'
import { russianSoundsOf } from './sounds.ts'

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
