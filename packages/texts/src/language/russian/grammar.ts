import type { Grammar } from '@doslovno/domain/language/tables.ts'

import { wordSet } from '#language/word-set.ts'

export const grammar: Grammar = {
  conjunctions: wordSet('но а и или что чтобы'),
  verbEnd:
    /(?:ли|ла|ло|[аиеыуоя]л|шел|ет|ит|ют|ят|ут|ат|лся|лась|лись|лось|тся|ться|ть|ены|ена|ено|аны|ана|ано|яты|ята)$/u,
  pastEnd: /(?:л|ла|ли|ло|лась|лся|лись)$/u,
  changes: ['зжгд', 'кчц', 'хш', 'сшщ', 'тчщ', 'дж', 'сш'],
  percent: /^(?:%|процент.*)$/u,
  plusHalf: ['с', 'половиной'],
  roughly: /(?<!\p{L})(?:около|примерно|почти|более|больше|порядка|свыше|приблизительно)(?!\p{L})/u,
  range: /(?<!\p{L})с \S+(?: \S+){0,4} до \S/u,
  condition: /(?<!\p{L})если(?!\p{L})/u,
  tentative: /(?<!\p{L})(?:если|вдруг|бы|может быть|наверное)(?!\p{L})|может|мог|предлага|предлож|опасен|риск/u,
}
