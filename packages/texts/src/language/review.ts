import type { ReviewRules } from '@doslovno/domain/editing/review.ts'

import { russianDeclensions } from './declensions.ts'
import { wordSet } from './word-set.ts'

/** Russian words that deserve a second look. */
export const russianReviewRules: ReviewRules = {
  declensions: russianDeclensions,
  negations: wordSet('не ни нет нельзя никогда без'),
  numerals: [
    ...wordSet(`
      одиннадцат двенадцат тринадцат четырнадцат пятнадцат шестнадцат семнадцат восемнадцат девятнадцат
      двадцат тридцат сорок пятьдесят пятидесят шестьдесят шестидесят семьдесят семидесят восемьдесят восьмидесят девяност
      двести двухсот триста трехсот четыреста четырехсот пятьсот пятисот шестьсот шестисот семьсот семисот
      восемьсот восьмисот девятьсот девятисот тысяч миллион миллиард процент
    `),
  ],
  notNames: wordSet('я вы вас вам вами ваш ваша ваше ваши вашего вашей вашему'),
}

/** Letters of the neighbours of a misheard word; yo is never a letter of its own. */
export const russianLetters = 'абвгдежзийклмнопрстуфхцчшщъыьэюя'
