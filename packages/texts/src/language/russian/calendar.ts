import type { Calendar } from '@doslovno/domain/language/tables.ts'

/** Days, seasons and spans that deadlines are given in. */
const DAYS: readonly (readonly [string, RegExp])[] = [
  ['monday', /^понедельник/u],
  ['tuesday', /^вторник/u],
  ['wednesday', /^сред(?:а|е|у|ы|ой|ам|ами|ах)$/u],
  ['thursday', /^четверг/u],
  ['friday', /^пятниц/u],
  ['saturday', /^суббот/u],
  ['sunday', /^воскресень(?:е|я|ю|ем|ям|ями|ях)$/u],
  ['yesterday', /^вчера/u],
  ['today', /^сегодня/u],
  ['tomorrow', /^завтра(?:шн.*)?$/u],
  ['the day after tomorrow', /^послезавтра/u],
  ['the day before yesterday', /^позавчера/u],
  ['week', /^недел/u],
  ['month', /^месяц/u],
  ['quarter', /^квартал/u],
  ['spring', /^весн|^весен/u],
  ['summer', /^лет(?:о|ом|ний|няя|нее|ние|них)$/u],
  ['autumn', /^осен/u],
  ['winter', /^зим/u],
  ['morning', /^утр(?:о|а|ом|у)$/u],
  ['evening', /^вечер/u],
  ['night', /^ноч(?:ь|и|ью)$/u],
]
const MONTHS: readonly (readonly [string, RegExp])[] = [
  ['january', /^январ/u],
  ['february', /^феврал/u],
  ['march', /^март(?:|а|у|е|ом)$|^мартовск/u],
  ['april', /^апрел/u],
  ['may', /^ма(?:й|я|ю|ем|е)$|^майск/u],
  ['june', /^июн/u],
  ['july', /^июл/u],
  ['august', /^август/u],
  ['september', /^сентябр/u],
  ['october', /^октябр/u],
  ['november', /^ноябр/u],
  ['december', /^декабр/u],
]

export const calendar: Calendar = {
  dayOf: (word) => [...DAYS, ...MONTHS].find(([, form]) => form.test(word))?.[0] ?? null,
  isMonth: (word) => MONTHS.some(([, form]) => form.test(word)),
  year: /^(?:год(?:|а|у|е|ом|ы|ах|ов)|г)$/u,
}
