import type { DigestTables } from '@doslovno/domain/digest/language.ts'

import { russianDeclensions } from './declensions.ts'
import { dueRules } from './digest/due.ts'
import { anyOf } from './digest/phrases.ts'
import { quote } from './digest/quote.ts'
import { task } from './digest/tasks.ts'
import { titleWeight } from './digest/title-weight.ts'

/** Russian as the engine without a model needs it. */
export const russianDigestTables: DigestTables = {
  filler:
    /^(?:(?:ну|вот|и|а|но|то есть|в общем|в общем-то|короче|короче говоря|собственно|кстати)[,\s]+|(?:так|да|нет|значит|смотрите|смотри|слушайте|слушай|понимаете|знаете|хорошо|ладно|ага|угу|э+|м+)[,.…]+\s*)/u,
  cue: anyOf([
    'реши(?:ли|ла|л|м)|решено|договорил(?:ись|ся|ась)|утвердил[аи]?',
    'итог\\p{L}*|подвед\\p{L}+|вывод\\p{L}*|главн(?:ое|ый|ая)|важно|важн(?:ый|ая|ое|ые)|ключев\\p{L}+',
    'поэтому|потому что|из-за|в первую очередь|проблем\\p{L}*',
    'предлага\\p{L}+|предлож\\p{L}+|нужно|необходимо',
    'до (?:понедельника|вторника|среды|четверга|пятницы|субботы|воскресенья|конца)|срок\\p{L}*',
  ]),
  titleWeight,
  declensions: russianDeclensions.tables,
  task,
  quote,
  dueRules,
  utcOffsetHours: 3,
}
