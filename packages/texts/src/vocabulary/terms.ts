import type { TermRefusal } from '@doslovno/domain/vocabulary/term-rules.ts'

import { countOf, pluralOf } from '#language/plural.ts'

const terms = (count: number) => countOf(count, ['термин', 'термина', 'терминов'])
const quoted = (text: string) => `«${text}»`

/** Why a term was not taken; after its text and a colon. */
const refusals: Record<TermRefusal, string> = {
  tooShort: 'слишком коротко, нужно хотя бы две буквы',
  tooLong: 'слишком длинно, уложись в\u00a080\u00a0знаков',
  tooManyWords: 'слишком много слов, можно до\u00a0четырёх',
  characters: 'можно только буквы, цифры, пробел, дефис и\u00a0апостроф',
  ordinary: 'это обычное слово, мы\u00a0и\u00a0так его знаем',
  saidAs: 'проверь «звучит как»: до\u00a0пяти вариантов, только буквы и\u00a0цифры',
  full: 'словарь полон, в\u00a0нём 5\u00a0000 терминов',
}

/** The section of the account. */
export const vocabularyTexts = {
  title: 'Словарь',
  lead: 'Имена, компании и\u00a0термины отсюда мы напишем правильно в\u00a0каждой записи и\u00a0в\u00a0любом падеже.',
  loading: 'Открываем словарь',
  failed: 'Не удалось открыть словарь.',
  retry: 'Попробовать снова',
  notDone: 'Не получилось. Попробуй ещё раз.',
  which: 'Какой словарь',
  own: 'Мой словарь',
  terms,
  readOnly: (owner: string) => `Термины здесь меняет ${owner}. К\u00a0твоим файлам они применяются.`,
  long: 'Чем длиннее словарь, тем осторожнее замены: термины, которые больше не\u00a0нужны, лучше выключить.',
  empty: {
    text: 'Пока пусто. Впиши первое имя\u00a0— и\u00a0мы запомним, как его пишут.',
    example: 'Например, «Мюллер»: тогда вместо «нюлером» в\u00a0тексте будет «Мюллером».',
    readOnly: 'Пока пусто: владелец ещё не\u00a0добавил сюда ни\u00a0одного термина.',
  },

  add: {
    label: 'Имя, компания, термин',
    hint: 'Enter\u00a0— и\u00a0можно вписать следующее',
    placeholder: 'Мюллер',
    submit: 'Добавить',
    added: (text: string, forms: string) => `${quoted(text)} в\u00a0словаре: ${forms}`,
    addedAlone: (text: string) => `${quoted(text)} в\u00a0словаре`,
    exists: (text: string) => `${quoted(text)} уже в\u00a0словаре`,
    refused: (text: string, reason: TermRefusal) => `${quoted(text)}: ${refusals[reason]}`,
    otherwise: 'Склоняется иначе?',
  },

  search: {
    label: 'Найти в\u00a0словаре',
    none: (search: string) => `Ничего похожего на\u00a0${quoted(search)} нет.`,
    clear: 'Сбросить поиск',
    found: (count: number) => `${pluralOf(count, ['Нашёлся', 'Нашлось', 'Нашлось'])} ${terms(count)}`,
  },
  list: 'Термины',
  more: 'Показать ещё',

  term: {
    used: (count: number) =>
      count === 0 ? 'ещё не\u00a0пригодился' : `помог ${countOf(count, ['раз', 'раза', 'раз'])}`,
    saidAs: (saidAs: readonly string[]) => `звучит как ${saidAs.map(quoted).join(', ')}`,
    sources: { typed: '', import: '', correction: 'запомнили после правки', speaker: 'имя спикера' },
    isOff: 'выключен',
    notDeclined: 'Не склоняется',
    edit: (text: string) => `${text}: как склоняется и\u00a0звучит`,
    switchOf: (text: string) => `Применять: ${text}`,
    remove: 'Удалить',
    removed: (text: string) => `${quoted(text)} больше не\u00a0в\u00a0словаре`,
    restore: 'Вернуть',
    restoreOf: (text: string) => `Вернуть: ${text}`,
    cameBack: (text: string) => `${quoted(text)} уже снова в\u00a0словаре`,
  },

  form: {
    title: (text: string) => `Как склоняется ${quoted(text)}?`,
    text: 'Пишется',
    readings: 'Формы',
    any: 'Подойдёт любая из\u00a0форм',
    notDeclined: 'Не склоняется',
    saidAs: 'Звучит как',
    saidAsHint: 'Через запятую, до\u00a0пяти вариантов: как это произносят на\u00a0записи',
    saidAsExample: 'кубернетес, кубер',
    tooMany: 'Можно до\u00a0пяти вариантов',
    failed: 'Не удалось сохранить. Попробуй ещё раз.',
    refused:
      'Так не\u00a0получится: можно только буквы, цифры, пробел, дефис и\u00a0апостроф, и\u00a0это не\u00a0должно быть обычное слово.',
    exists: 'Такой термин уже есть в\u00a0словаре.',
    save: 'Сохранить',
    saved: 'Запомнили',
    cancel: 'Отмена',
    close: 'Закрыть',
  },
} as const

/** Import and export of terms. */
export const vocabularyImportTexts = {
  open: 'Импорт',
  title: 'Импорт в\u00a0словарь',
  close: 'Закрыть',
  label: 'Термины, каждый с\u00a0новой строки',
  hint: 'Можно с\u00a0произношением через точку с\u00a0запятой: Kubernetes;кубернетес',
  example: 'Мюллер\nВолга-Волга\nKubernetes;кубернетес',
  file: 'Выбрать файл',
  fileHint: 'Текст или CSV',
  fileFailed: 'Не удалось прочитать файл.',
  tooLong: 'Слишком много текста: раздели его на\u00a0части до\u00a0400\u00a0000 знаков.',
  check: 'Проверить',
  failed: 'Не получилось. Попробуй ещё раз.',
  preview: {
    title: 'Что станет с\u00a0терминами',
    added: (count: number) => `Добавим ${terms(count)}`,
    exists: (count: number) => `уже в\u00a0словаре\u00a0— ${count.toLocaleString('ru-RU')}`,
    refused: (count: number) => `не\u00a0подойдут\u00a0— ${count.toLocaleString('ru-RU')}`,
    nothing: 'Добавлять нечего.',
    titles: { refused: 'Не подойдут', added: 'Добавим', exists: 'Уже в\u00a0словаре' },
    line: (line: number) => `строка ${line}`,
    reason: (reason: TermRefusal) => refusals[reason],
    others: (count: number) => `и\u00a0ещё ${count.toLocaleString('ru-RU')}`,
  },
  back: 'Назад',
  confirm: (count: number) => `Добавить ${terms(count)}`,
  done: (count: number) => `В\u00a0словаре прибавилось: ${terms(count)}`,
  export: 'Экспорт',
  fileName: (name: string) => `Словарь${name ? ` ${name}` : ''}.csv`,
} as const
