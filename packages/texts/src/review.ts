import type { ReviewRules } from '@doslovno/domain/editing/review.ts'

/** What in Russian is worth a second look. */
export const russianReviewRules: ReviewRules = {
  negations: words('не ни нет нельзя никогда без'),
  numerals: [
    ...words(`
      одиннадцат двенадцат тринадцат четырнадцат пятнадцат шестнадцат семнадцат восемнадцат девятнадцат
      двадцат тридцат сорок пятьдесят пятидесят шестьдесят шестидесят семьдесят семидесят восемьдесят восьмидесят девяност
      двести двухсот триста трехсот четыреста четырехсот пятьсот пятисот шестьсот шестисот семьсот семисот
      восемьсот восьмисот девятьсот девятисот тысяч миллион миллиард процент
    `),
  ],
  notNames: words('я вы вас вам вами ваш ваша ваше ваши вашего вашей вашему'),
}

function words(list: string): Set<string> {
  return new Set(list.split(/\s+/u).filter(Boolean))
}
