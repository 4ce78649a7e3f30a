import type { NamingLanguage, NamingPhrase } from '@doslovno/domain/speakers/naming-language.ts'

import { readRussianName } from './read-name.ts'

/** Words that may open a turn before anything is said. */
const GREETINGS =
  '(?:(?:алло|але|да|так|ну|э-э|раз-раз|здравствуйте|здрасьте|здорово|привет|всем привет|приветствую|коллеги|всем|добрый день|' +
  'добрый вечер|доброе утро|доброе|добрый|слушаю|слышно|меня слышно)[,.!? ]+)'

/** Words after the name of a person who is introduced by others. */
const SOMEBODY_ELSE = '(?:мо[йяе]|он|она|наш|ваш|его|ее|тот|та|котор|кто|лучш|не )'

const SENTENCE_START = '(?:^|[.!?…] )'
const ENDS = /^[,.!…;—–)]|^ *$|^ [—–-] /u

/** Phrases by which a speaker introduces oneself. */
const own = (before: RegExp, after: RegExp, more: Partial<NamingPhrase> = {}): NamingPhrase => ({
  of: 'speaker',
  before,
  after,
  ...more,
})

/** Phrases that address the next speaker. */
const called = (before: RegExp, after: RegExp, more: Partial<NamingPhrase> = {}): NamingPhrase => ({
  of: 'addressee',
  before,
  after,
  ...more,
})

const ASKED =
  /как (?:вас|тебя|ваше имя|я могу к вам|мне к вам|к вам|мне вас)|ваше имя|представьтесь|назовите|имя и |с кем (?:я )?(?:говорю|разговариваю)|кто (?:у телефона|говорит)/u

const ROLES =
  'оператор|диспетчер|менеджер|консультант|специалист|администратор|ведущий|ведущая|экскурсовод|секретарь|инженер'

const DEPARTMENTS =
  'отдел|бухгалтерия|склад|служба|департамент|компания|маркетинг|продажи|кадры|логистика|разработка|доставка'

const INTRODUCTIONS: readonly NamingPhrase[] = [
  own(/(?<!\p{L})(?:меня зовут|зовут меня|мое имя|мое полное имя)(?: [—–-])? $/u, /^(?!\?)/u, { isSure: true }),
  own(/(?<!\p{L})меня $/u, /^ зовут(?:[,.!…]| и |$)/u, { isSure: true }),
  own(/(?<!\p{L})(?:представлюсь|представиться)[,.:—–]* (?:[—–-] )?(?:я )?$/u, /^(?!\?)/u, { isSure: true }),
  own(
    /(?<!\p{L})(?:(?<!мы )с вами|у микрофона|вас беспокоит|вас приветствует)(?: снова| опять| сегодня| ваш ведущий| ваша ведущая|, как всегда,|, как обычно,)* $/u,
    ENDS,
  ),
  // «я Анна», but not «я, Анна, …», which is said to Анна
  own(
    /(?:^|[.!?…,:] |(?<!\p{L})(?:а|и|ну|так|итак|сегодня) )я (?:[—–-] )?$/u,
    /^(?!, (?:что ли|например))(?:[,.!…]| *$| (?:из|с|от|и|а) )/u,
  ),
  own(new RegExp(`^${GREETINGS}+это $`, 'u'), new RegExp(`^(?!, ${SOMEBODY_ELSE})(?:[,.!…]| *$| (?:из|с|от) )`, 'u'), {
    isFirstTurn: true,
  }),
  own(new RegExp(`^${GREETINGS}*(?:это )?$`, 'u'), new RegExp(`^,? (?:из|(?:${DEPARTMENTS})(?!\\p{L}))`, 'u'), {
    isFirstTurn: true,
  }),
  own(/(?<!\p{L})это (?:опять |снова )?я, $/u, /^[,.!…]/u),
  own(/(?:^|[.!?…,] )на связи $/u, ENDS, { isFirstTurn: true }),
  own(new RegExp(`^(?:[^.!?…]* )?(?<!наш\\p{L}* |нас |нами )(?:${ROLES}) $`, 'u'), ENDS, { isFirstTurn: true }),
  // «Техническая поддержка, Максим, слушаю вас»
  own(new RegExp(`^(?!${GREETINGS})[^.!?…]+, $`, 'u'), /^, слушаю/u, { isFirstTurn: true }),
  own(/^(?:(?:ну|да|э-э|так|как|это|я|пусть будет|можно|просто|зовите меня)[,.]? )*$/u, /^(?!\?)/u, { asked: ASKED }),
]

/** Words before a name that is called at the start of a sentence. */
const TURNING =
  '(?:(?:ну|так|хорошо|спасибо|окей|ладно|тогда|теперь|итак|а|и|да|понятно|ясно|дальше|давайте|скажите|смотрите)[,.]? )*'

const INVITING =
  /^, (?:(?:а|и|ну|тут|теперь|тогда|первый|вопрос) )*(?:вам|вы|вас|ваш|у вас|тебе|ты|тебя|твой|твоя|твое|у тебя|пожалуйста|прошу|давай|скаж|расскаж|подел|нач|ответ|дополн|добав|продолж|назов|здравствуй|добрый|доброе|привет|что |как )/u

/** Of several people these may be said to the one who spoke before. */
const ANSWERING =
  /(?:^|[.!?…,] |ну )(?:здравствуйте|здравствуй|привет|добрый день|добрый вечер|доброе утро|спасибо|благодарю|конечно|ожидайте), $/u

const CALLS: readonly NamingPhrase[] = [
  called(new RegExp(`${SENTENCE_START}${TURNING}$`, 'u'), INVITING),
  called(new RegExp(`${SENTENCE_START}${TURNING}$`, 'u'), new RegExp(`^(?!, ${SOMEBODY_ELSE}),.*\\?$`, 'u')),
  called(new RegExp(`${SENTENCE_START}${TURNING}$`, 'u'), /^,.*(?<!\p{L})\p{L}+(?:ите|(?<!са)йте|[еи]шь)(?!\p{L})/u),
  called(ANSWERING, /^[.!,]/u, { isOfTwo: true }),
  called(/(?:^|[.!?…] )прошу(?: вас)?, $/u, /^[.!]/u),
  called(/(?<!\p{L})(?:вы|вас|вам|ты|тебя|тебе|\p{L}+(?:ете|ите|ешь|ишь))(?: \p{L}+)?, $/u, /^[.!?]/u),
  called(/, $/u, /^, (?:пожалуйста|прошу|вам слово)/u),
  called(/(?<!\p{L})(?:слово|микрофон)(?: (?:предоставляется|передается|передаю|передам|даю|для доклада))* $/u, ENDS, {
    form: 'dative',
  }),
  called(/(?<!\p{L})(?:слово(?: для доклада)? имеет|докладывает|выступает|следующий|следующая)[,:—–]? $/u, ENDS),
]

/** How Russian speakers introduce themselves and call each other. */
export const russianNaming: NamingLanguage = {
  readName: readRussianName,
  phrases: [...INTRODUCTIONS, ...CALLS],
  quoting:
    /[«“][^»”]*$|(?<!\p{L})(?:сказал|говор(?:ит|ил|ю)|спрос|спрашива|ответил|отвеча|пишет|писал|повтор|переда(?:л|й)|представил|кричит|крич|(?:такой|такая|такие)(?!\p{L}))/u,
}
