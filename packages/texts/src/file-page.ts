import { instrumentalName } from '#language/names/name-cases.ts'
import { countOf } from '#language/plural.ts'

import { FREE_MINUTES } from './brand.ts'

export const filePageTexts = {
  back: 'Мои файлы',
  loading: 'Открываем расшифровку',
  empty: {
    title: 'Речи не слышно',
    text: 'Мы прослушали всю запись и не нашли в ней слов. Если они там есть, попробуй файл с более громким звуком.',
  },
  missing: {
    title: 'Файл по данной ссылке недоступен',
    text: 'Возможно, его удалили или владелец закрыл доступ.',
    action: 'На главную',
  },
  expired: {
    title: 'Срок хранения файла истек',
    text: 'Запись и\u00a0расшифровка удалены. Загрузи файл ещё раз, если он нужен.',
    action: 'На главную',
  },
  failed: {
    title: 'Не удалось открыть файл',
    text: 'Проверь связь с интернетом и попробуй ещё раз.',
    action: 'Повторить',
  },
  transcript: 'Расшифровка',
  listenFrom: 'Слушать с',
  toCurrent: 'К текущему месту',
} as const

/** Defects of a text that is complete otherwise. */
export const flawTexts = {
  speakers: 'Текст распознан целиком, но\u00a0не\u00a0везде удалось понять, кто говорит.',
  unheard: (duration: string, spans: number) =>
    `${duration} речи не\u00a0разобрали: ${spans === 1 ? 'это место отмечено' : 'эти места отмечены'} в\u00a0тексте.`,
  notCharged: (spans: number) => `Минуты за\u00a0${spans === 1 ? 'него' : 'них'} не\u00a0списаны.`,
} as const

/** Speech without words, in the text. */
export const unheardTexts = {
  states: {
    once: 'не\u00a0разобрали',
    asked: 'разбираем ещё раз…',
    nothing: 'не\u00a0разобрали и\u00a0со\u00a0второго раза',
  },
  listen: 'Послушать',
  again: 'Разобрать ещё раз',
  failed: 'Не\u00a0получилось. Попробуй ещё раз',
} as const

/** Metadata below the file name. */
export const metaTexts = {
  speakers: (count: number) => countOf(count, ['спикер', 'спикера', 'спикеров']),
  keptUntil: (day: string) => `Хранится до\u00a0${day.replace(' ', '\u00a0')}`,
  onlyBeginning: (processed: string, total: string) => `Обработано только начало: ${processed} из\u00a0${total}`,
} as const

export const fileTitleTexts = {
  rename: 'Переименовать файл',
  field: 'Название файла',
  failed: 'Не удалось переименовать файл. Попробуй ещё раз.',
} as const

export const fileMenuTexts = {
  label: 'Ещё действия',
  copy: 'Скопировать текст',
  copied: 'Текст скопирован',
  copyFailed: 'Не удалось скопировать. Разреши доступ к\u00a0буферу обмена.',
  rename: 'Переименовать',
  again: 'Распознать заново',
  keys: 'Горячие клавиши',
  remove: 'Удалить файл',
} as const

/** The dialog that starts recognition again. */
export const againTexts = {
  title: 'Распознать заново',
  close: 'Закрыть',
  text: (minutes: string) => `Спишется ${minutes}. Нынешний текст останется, пока не\u00a0готов новый.`,
  failed: 'Не\u00a0удалось начать обработку. Попробуй ещё раз.',
} as const

export const speakerTexts = {
  rename: 'Переименовать спикера',
  field: 'Имя спикера',
  hint: 'Изменится во\u00a0всём тексте',
  save: 'Сохранить',
  close: 'Закрыть',
  recent: 'Недавние имена',
  offers: 'Имена из\u00a0разговора',
  /** «Назвать Анной?»; a name that nobody can decline is quoted. */
  offer: (name: string) => `Назвать ${instrumentalName(name) ?? `«${name}»`}?`,
  listen: 'Послушать',
  dismiss: 'Не\u00a0нужно',
  dismissed: 'Больше не\u00a0предложим',
  named: (name: string) => `Теперь это ${name}`,
} as const

export const toolbarTexts = {
  label: 'Инструменты текста',
  speakers: 'Кто говорит',
  percent: (percent: number) => `${percent}%`,
  only: (name: string) => `Только ${name}`,
  everybody: 'Показать всех',
  find: 'Найти в тексте',
  findKey: '/',
  place: (at: number, total: number) => `${at}/${total}`,
  placeNews: (at: number, total: number) => `Совпадение ${at} из ${total}`,
  nothing: 'Не\u00a0нашлось',
  previous: 'Предыдущее совпадение',
  next: 'Следующее совпадение',
  close: 'Закрыть поиск',
} as const

/** Sizes of the text by their pixels. */
export const sizeTexts = {
  label: 'Размер текста',
  sizes: { 15: 'Мелкий', 17: 'Обычный', 19: 'Крупный', 22: 'Очень крупный' },
} as const

export const selectionTexts = {
  label: 'Действия с выделенным текстом',
  quote: 'Цитата',
  /** Quotation marks inside a quote are the second kind. */
  quoteOf: (text: string, name: string, time: string) =>
    `«${text.replaceAll('«', '„').replaceAll('»', '“')}»\u00a0— ${name}, ${time}`,
  said: (name: string, text: string) => `${name}: ${text}`,
  quoted: 'Цитата скопирована',
  link: 'Ссылка на момент',
  fragment: 'Ссылка на фрагмент',
  linked: 'Ссылка успешно скопирована!',
  listen: 'Слушать',
} as const

/** A part of the recording that a link points to. */
export const fragmentTexts = {
  of: (start: string, end: string) => `Фрагмент ${start}–${end}`,
  goOn: 'Слушать дальше',
} as const

export const keysTexts = {
  title: 'Горячие клавиши',
  close: 'Закрыть',
  keys: [
    { keys: ['Пробел', 'K'], text: 'Слушать или пауза' },
    { keys: ['←', '→'], text: 'Назад или вперёд на 5 секунд' },
    { keys: ['J', 'L'], text: 'Назад или вперёд на 10 секунд' },
    { keys: ['↑', '↓'], text: 'Предыдущий или следующий абзац' },
    { keys: ['F'], text: 'К текущему месту' },
    { keys: ['/'], text: 'Найти в тексте' },
    { keys: ['Enter', '⇧ Enter'], text: 'Следующее или предыдущее совпадение' },
    { keys: ['?'], text: 'Эта подсказка' },
  ],
  letters: 'Клавиши-буквы',
  lettersHint: 'J, K, L, F, N, / и\u00a0? без других клавиш. Работают в\u00a0любой раскладке',
} as const

export const visitorTexts = {
  label: 'Приглашение',
  text: `Расшифруй свою запись бесплатно: ${FREE_MINUTES}`,
  action: 'Зарегистрироваться',
  close: 'Закрыть приглашение',
} as const

export const playerTexts = {
  label: 'Плеер',
  play: 'Слушать',
  pause: 'Пауза',
  playKey: 'Пробел',
  back: 'Назад на 5 секунд',
  forward: 'Вперёд на 5 секунд',
  position: 'Позиция воспроизведения',
  positionText: (at: string, total: string) => `${at} из ${total}`,
  rate: (rate: number) => `${rate.toLocaleString('ru-RU')}×`,
  rateLabel: 'Скорость',
  volume: 'Громкость',
  mute: 'Выключить звук',
  unmute: 'Включить звук',
  broken: 'Не удалось воспроизвести запись. Проверь связь и\u00a0нажми «Слушать» ещё раз.',
  unavailable: 'Запись пока нельзя послушать',
  video: 'Видео',
  noPicture: 'Браузер не\u00a0показывает картинку этой записи, но\u00a0звук играет',
  wholeScreen: 'На весь экран',
} as const
