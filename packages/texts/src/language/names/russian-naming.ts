import type { NameForm, NamingLanguage, NamingPhrase, ReadName } from '@doslovno/domain/speakers/introductions.ts'
import { plainForm } from '@doslovno/domain/transcript/words.ts'

import { names } from '#language/russian/names.ts'

import { calledNames, type FirstName, firstNames, type Gender } from './first-names.ts'
import { declineGiven } from './name-cases.ts'

const WORD = /^(?<letters>\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)*)(?<sign>\P{L}*)$/u
const MOST_WORDS = 3

const PATRONYMIC: Record<NameForm, RegExp> = {
  nominative: /(?:[ое]вич|ьич|мич|тич|кич|[ое]вна|ична)$/u,
  dative: /(?:[ое]вичу|ьичу|мичу|тичу|кичу|[ое]вне|ичне)$/u,
}

const SURNAME = /(?:(?:[оеё]в|[иы]н)а?|[сц]к(?:ий|ая)|енко|швили|дзе|[чр]ук|юк|ян)$/u

const datives = new Map(
  [...firstNames.values()].map((first) => [plainForm(declineGiven(first.name, first.gender, 'dative')), first]),
)

/** Words of a name up to the first sign after one. */
type Part = { text: string; plain: string }

/**
 * The name that words begin with, in the nominative: a first name with a patronymic and a surname, or a surname before
 * both. With `isAny` a name that no list knows counts too.
 */
const readRussianName: ReadName = (words, form, isAny) => {
  const parts = partsOf(words)
  return form === 'dative' ? readDative(parts) : (readNominative(parts) ?? (isAny ? readAny(parts) : null))
}

function partsOf(words: readonly string[]): Part[] {
  const parts: Part[] = []
  for (const word of words.slice(0, MOST_WORDS)) {
    const { letters, sign } = WORD.exec(word)?.groups ?? {}
    if (!letters) break
    parts.push({ text: letters, plain: plainForm(letters) })
    if (sign) break
  }
  return parts
}

function readNominative(parts: readonly Part[]) {
  const [first, second] = parts
  if (!first) return null
  const given = firstNames.get(first.plain) ?? calledNames.get(first.plain)
  if (given) return found([given.name, ...restOf(parts.slice(1))])
  const isSurnameFirst = SURNAME.test(first.plain) && second && firstNames.has(second.plain)
  if (!isSurnameFirst) return null
  const patronymic = parts.slice(2, 3).filter(({ plain }) => PATRONYMIC.nominative.test(plain))
  return found([first, second, ...patronymic].map(({ text }) => text))
}

/** A patronymic and a surname after a first name. */
function restOf(parts: readonly Part[]): string[] {
  const [next, last] = parts
  if (!next || isOther(next)) return []
  if (!PATRONYMIC.nominative.test(next.plain)) return [next.text]
  return last && !isOther(last) ? [next.text, last.text] : [next.text]
}

/** Another person, or no person at all. */
const isOther = ({ plain }: Part) => firstNames.has(plain) || names.places.has(plain)

function readDative([first, ...rest]: readonly Part[]) {
  const given = first && datives.get(first.plain)
  if (!given) return null
  const [next, last] = rest
  const patronymic = next && PATRONYMIC.dative.test(next.plain) ? patronymicOf(next.text) : null
  const surname = surnameOf((patronymic ? last : next)?.text, genderOf(given, patronymic))
  return found([given.name, patronymic, surname].filter((part) => part !== null))
}

const patronymicOf = (dative: string) => dative.replace(/у$/u, '').replace(/не$/u, 'на')

function genderOf({ gender }: FirstName, patronymic: string | null): Gender {
  if (patronymic === null) return gender
  return patronymic.endsWith('на') ? 'female' : 'male'
}

/** The nominative of a surname whose declension is certain. */
function surnameOf(dative: string | undefined, gender: Gender): string | null {
  if (dative === undefined) return null
  if (gender === 'female') {
    if (/(?:[оеё]в|[иы]н)ой$/u.test(dative)) return dative.replace(/ой$/u, 'а')
    return /[сц]кой$/u.test(dative) ? dative.replace(/ой$/u, 'ая') : null
  }
  if (/(?:[оеё]в|[иы]н)у$/u.test(dative)) return dative.slice(0, -1)
  return /[сц]кому$/u.test(dative) ? dative.replace(/ому$/u, 'ий') : null
}

function readAny(parts: readonly Part[]) {
  const isPlace = parts.some(({ plain }) => names.places.has(plain))
  return parts.length > 0 && !isPlace ? found(parts.map(({ text }) => text)) : null
}

/** Every part of a name takes one word. */
const found = (parts: readonly string[]) => ({ name: parts.join(' '), words: parts.length })

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
