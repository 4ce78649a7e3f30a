import type { DueRule, When } from '@doslovno/domain/digest/language.ts'

import { oneOf, whole } from './phrases.ts'

const BY = '(?:до|к|ко|не позднее|не позже)'

const ORDINAL = `(?:(?:двадцать|тридцать) )?(?:${oneOf(`
  перв втор трет четверт пят шест седьм восьм девят десят одиннадцат двенадцат тринадцат четырнадцат пятнадцат шестнадцат
  семнадцат восемнадцат девятнадцат двадцат тридцат
`)})(?:ого|ому|ое|ье|ьего|ьему)`
const DAY = `(?<number>\\d{1,2}(?:-?(?:го|му|е|ое))?|${ORDINAL})`
const YEAR = '(?: (?<year>20\\d\\d)(?: года?)?)?'

const COUNT = `(?<number>\\d{1,2}|${oneOf(`
  один два две двух три трех четыре четырех пять пяти шесть шести семь семи восемь восьми девять девяти десять десяти
  двенадцать пятнадцать двадцать тридцать
`)})`

const months = oneOf('января февраля марта апреля мая июня июля августа сентября октября ноября декабря').split('|')

const weekdays = oneOf(
  'понедельник[ау]? вторник[ау]? сред[уые] четверг[ау]? пятниц[уые] суббот[уые] воскресень[еяю]',
).split('|')

/** Deadlines with «до» and «к» first: they tell more than a day that is merely mentioned. */
export const dueRules: readonly DueRule[] = [
  ...months.map((month, at) => rule(`${BY} ${DAY} ${month}${YEAR}`, { kind: 'dayOfMonth', month: at + 1 })),
  ...weekdays.map((weekday, at) => rule(`${BY} ${weekday}`, { kind: 'weekday', weekday: at + 1 })),
  rule(`${BY} (?:самого )?конц[ау] (?:этой |текущей )?недели`, { kind: 'end', of: 'week', next: false }),
  rule(`${BY} конц[ау] следующей недели`, { kind: 'end', of: 'week', next: true }),
  rule(`${BY} конц[ау] (?:этого |текущего )?месяца`, { kind: 'end', of: 'month', next: false }),
  rule(`${BY} конц[ау] следующего месяца`, { kind: 'end', of: 'month', next: true }),
  rule(`${BY} конц[ау] (?:этого |текущего )?квартала`, { kind: 'end', of: 'quarter', next: false }),
  rule(`${BY} конц[ау] (?:этого |текущего )?года|до нового года|к новому году`, {
    kind: 'end',
    of: 'year',
    next: false,
  }),
  rule(`${BY} конц[ау] (?:рабочего )?дня|до вечера|к вечеру`, { kind: 'end', of: 'day', next: false }),
  rule(`${BY} ${DAY}(?: числ[ау])?(?! \\p{L}*час)`, { kind: 'dayOfMonth', month: null }),
  rule(`до (?:обеда|утра|лета|осени|зимы|весны|следующей \\p{L}+)`, { kind: 'unknown' }),
  rule(`к (?:обеду|утру|лету|осени|зиме|весне|следующ(?:ей|ему) \\p{L}+)`, { kind: 'unknown' }),
  ...months.map((month, at) => rule(`${DAY} ${month}${YEAR}`, { kind: 'dayOfMonth', month: at + 1 })),
  rule(`через (?:${COUNT} )?недел[юьи]`, { kind: 'after', unit: 'week' }),
  rule(`через (?:${COUNT} )?месяц(?:а|ев)?`, { kind: 'after', unit: 'month' }),
  rule(`через (?:${COUNT} )?рабоч(?:ий|их) (?:день|дня|дней)`, { kind: 'after', unit: 'workday' }),
  rule(`через (?:${COUNT} )?(?:день|дня|дней)`, { kind: 'after', unit: 'day' }),
  rule(`в течение (?:${COUNT} )?(?:недели|недель)`, { kind: 'after', unit: 'week' }),
  rule(`в течение (?:${COUNT} )?рабоч(?:его|их) (?:дня|дней)`, { kind: 'after', unit: 'workday' }),
  rule(`в течение (?:${COUNT} )(?:дня|дней)`, { kind: 'after', unit: 'day' }),
  rule(`через (?:пару|несколько) \\p{L}+|через полгода`, { kind: 'unknown' }),
  rule(`в следующ(?:ий|ую|ее) (?:${weekdays.join('|')})`, { kind: 'unknown' }),
  ...weekdays.map((weekday, at) => rule(`(?:в|во|на) ${weekday}`, { kind: 'weekday', weekday: at + 1 })),
  rule(`на (?:этой|текущей) неделе`, { kind: 'end', of: 'week', next: false }),
  rule(`на следующей неделе`, { kind: 'end', of: 'week', next: true }),
  rule(`в (?:этом|текущем) месяце`, { kind: 'end', of: 'month', next: false }),
  rule(`в следующем месяце`, { kind: 'end', of: 'month', next: true }),
  rule(`(?:(?:до|на) )?послезавтра`, { kind: 'days', days: 2 }),
  rule(`(?:(?:до|на) )?завтра`, { kind: 'days', days: 1 }),
  rule(`сегодня`, { kind: 'days', days: 0 }),
]

function rule(phrase: string, when: When): DueRule {
  return { pattern: new RegExp(whole(phrase), 'u'), when }
}
