import type { ReasonCode } from '@doslovno/domain/evidence/verdict.ts'
import type { SummaryType } from '@doslovno/domain/summary/types.ts'

import { countOf, type Forms } from '#language/plural.ts'

const STATEMENTS: Forms = ['утверждение', 'утверждения', 'утверждений']
const THESES_LEFT: Forms = ['генерация', 'генерации', 'генераций']

/** The panel beside the text. */
export const summaryPanelTexts = {
  label: 'Саммари',
  tabs: { about: 'О\u00a0чём', summary: 'Саммари', theses: 'Тезисы', tasks: 'Задачи', ask: 'Спросить' },
  pro: 'PRO',
  loading: 'Загружаем саммари',
  loadFailed: 'Не\u00a0удалось загрузить. Проверь связь и\u00a0попробуй ещё раз.',
  again: 'Повторить',
  copy: 'Скопировать',
  copied: 'Скопировано',
  copyFailed: 'Не\u00a0удалось скопировать. Разреши доступ к\u00a0буферу обмена.',
} as const

/** On phones the text and the panel share one place. */
export const fileTabTexts = { label: 'Что показать', text: 'Текст', panel: 'Саммари' } as const

const SUMMARY_FAILED = 'Произошла ошибка при генерации саммари'

/** A summary that is missing, being made, failed or out of date. */
export const makingTexts = {
  missing: {
    about: { title: 'Саммари ещё нет', text: 'Расскажем в\u00a0двух словах, о\u00a0чём запись.' },
    summary: { title: 'Саммари ещё нет', text: 'Соберём главное с\u00a0таймкодами.' },
    theses: { title: 'Тезисов ещё нет', text: 'Выпишем главные мысли по\u00a0порядку.' },
  } satisfies Record<SummaryType, { title: string; text: string }>,
  make: {
    about: 'Сделать саммари',
    summary: 'Сделать саммари',
    theses: 'Сделать тезисы',
  } satisfies Record<SummaryType, string>,
  failed: {
    about: SUMMARY_FAILED,
    summary: SUMMARY_FAILED,
    theses: 'Не удалось сгенерировать отчет',
  } satisfies Record<SummaryType, string>,
  retry: 'Повторить',
  left: (left: number, free: number) => `Осталось ${countOf(left, THESES_LEFT)} из\u00a0${free}`,
  usedUp: {
    title: 'Бесплатные тезисы закончились',
    text: 'На\u00a0тарифах PRO и\u00a0Business их можно делать сколько угодно.',
    action: 'Выбрать тариф',
  },
  ownerOnly: 'Сделать может только владелец файла.',
  visitor: { title: 'Войди, чтобы получить тезисы', action: 'Войти' },
  reading: (done: number, total: number) => `Читаем запись: ${done} из\u00a0${total}`,
  writing: 'Пишем',
  choosing: 'Выбираем главное',
  progress: 'Готовность саммари',
  progressNews: (percent: number) => `Саммари готово на\u00a0${percent}%`,
  ready: 'Саммари готово',
  refused: 'Не\u00a0удалось начать. Попробуй ещё раз.',
  spent: 'На\u00a0сегодня попытки для этой записи закончились. Попробуй завтра.',
  redo: 'Переделать',
  templates: 'Шаблон',
  noTemplates: 'Не\u00a0удалось загрузить шаблоны',
  fallen: (count: number) => `Текст исправлен. Больше не\u00a0подтверждаются: ${count}`,
  lack: {
    unclear: {
      title: 'Запись плохо разобрать',
      text: 'Мы узнали меньше половины слов, поэтому не\u00a0пересказываем. Поправь текст или загрузи запись почище.',
    },
    tooFew: {
      title: 'Нечего процитировать',
      text: 'В\u00a0записи мало законченных фраз, понятных без остального текста.',
    },
    theses: {
      title: 'Запись коротка для тезисов',
      text: 'В\u00a0ней мало законченных фраз, которых нет в\u00a0саммари.',
    },
    about: 'Фраз, понятных без остального текста, не\u00a0нашлось.',
    notSpent: 'Генерацию не\u00a0списали.',
  },
  outdated: 'Запись распознана заново, а\u00a0это сделано по\u00a0прежнему тексту',
  refresh: 'Обновить',
} as const

/** How far the recording confirms a summary. */
export const evidenceTexts = {
  confirmed: (confirmed: number, total: number) => `Подтверждено записью: ${confirmed}\u00a0из\u00a0${total}`,
  linked: (linked: number, total: number) => `Со\u00a0ссылкой на\u00a0запись: ${linked}\u00a0из\u00a0${total}`,
  hintLabel: 'Что сравнили с\u00a0записью',
  hint: 'Каждое утверждение сравнили с\u00a0тем, что прозвучало: слова, числа, даты, имена, «не» и\u00a0кто это сказал. Нажми на\u00a0утверждение и\u00a0послушай сам. Верно\u00a0ли то, что сказали люди, мы не\u00a0проверяем.',
  linkedHint:
    'Для этого языка сравнили только числа и\u00a0нашли место в\u00a0записи. Нажми на\u00a0утверждение и\u00a0послушай сам.',
  extract: {
    about: 'Слова и\u00a0фразы записи, дословно',
    summary: 'Фразы записи, дословно',
    theses: 'По\u00a0фразе от\u00a0главы или голоса, дословно',
  } satisfies Record<SummaryType, string>,
  listenFrom: 'Слушать с',
  alsoAt: 'Ещё раз в',
  unsure: 'проверь на\u00a0слух',
  quote: (text: string) => `В\u00a0записи: «${text}»`,
  dropped: (count: number) => `Убрали ${countOf(count, STATEMENTS)}: в\u00a0записи другое или\u00a0фраза пустая`,
  missing: 'Не\u00a0удалось прочитать',
} as const

const quoted = (words: readonly string[]) => words.map((word) => `„${word}“`).join(', ')
const lacking = (forms: readonly [one: string, many: string]) => (words: readonly string[]) =>
  words.length === 0
    ? `в\u00a0записи нет ${forms[1]}`
    : `в\u00a0записи нет ${words.length === 1 ? forms[0] : forms[1]} ${quoted(words)}`
const withWords = (plain: string) => (words: readonly string[]) =>
  words.length === 0 ? plain : `${plain}: ${quoted(words)}`

/** Why a statement is not confirmed. */
export const reasonTexts: Record<ReasonCode, (words: readonly string[]) => string> = {
  noCitation: () => 'не\u00a0нашли места в\u00a0записи, где это сказано',
  number: lacking(['числа', 'таких чисел']),
  date: lacking(['даты', 'таких дат']),
  name: lacking(['имени', 'таких имён']),
  negation: () => 'проверь, есть\u00a0ли в\u00a0записи „не“',
  opposite: withWords('в\u00a0записи может быть наоборот'),
  condition: withWords('в\u00a0записи это сказано с\u00a0условием'),
  speaker: () => 'похоже, это говорит другой спикер',
  predicate: lacking(['слова', 'таких слов']),
  clause: withWords('часть фразы не\u00a0нашли в\u00a0записи'),
  coverage: withWords('мало общих слов с\u00a0записью'),
  sentence: () => 'это\u00a0не целая фраза',
  hollow: () => 'не\u00a0говорит о\u00a0записи ничего',
  word: withWords('возможно, слово не\u00a0расслышано'),
  address: lacking(['адреса', 'таких адресов']),
}

export const taskTexts = {
  tasks: 'Задачи',
  decisions: 'Решения',
  candidates: 'Похоже на\u00a0задачи',
  candidatesHint: 'Фразы записи, дословно',
  done: (task: string) => `Готово: ${task}`,
  due: (spoken: string, date: string | undefined) => (date === undefined ? spoken : `${spoken} (${date})`),
  loading: 'Ищем задачи',
  later: 'Задачи найдём вместе с\u00a0саммари',
  empty: { title: 'Задач не\u00a0слышно', text: 'Никто никому ничего не\u00a0поручил и\u00a0сроков не\u00a0назвал.' },
  failed: 'Не\u00a0удалось отметить. Попробуй ещё раз.',
  copy: 'Скопировать список',
} as const

export const askTexts = {
  field: 'Спроси запись',
  log: 'Вопросы и\u00a0ответы',
  placeholder: 'Например: какой бюджет назвали?',
  hint: 'Отвечаем только тем, что прозвучало',
  ask: 'Спросить',
  asking: 'Ищем в\u00a0записи',
  nothing: 'В\u00a0записи об\u00a0этом не\u00a0нашлось',
  nearest: 'Ближайшие места',
  moments: 'Вот где об\u00a0этом говорят',
  failed: 'Не\u00a0удалось найти ответ. Попробуй ещё раз.',
  spent: 'На\u00a0сегодня вопросы закончились. Возвращайся завтра.',
} as const

export const chapterTexts = {
  label: 'Главы',
  count: (count: number) => countOf(count, ['глава', 'главы', 'глав']),
  at: (time: string, title: string) => `${time} · ${title}`,
} as const
