import { PROMISED_MINUTES_PER_HOUR } from '@doslovno/domain/process/progress.ts'
import type { MediaType, SpeakersCount } from '@doslovno/domain/upload/options.ts'

import { countOf } from '#language/plural.ts'

import { FREE_MINUTES } from './brand.ts'

const inMinutes = (count: number) => countOf(count, ['минуты', 'минут', 'минут'])

export const uploadTexts = {
  pageTitle: 'Новая расшифровка',
  title: 'Загрузи аудио или видео',
  choose: 'Выбери файл',
  orDrop: 'или перетащи сюда',
  dropHere: 'Перетащи файл сюда',
  limit: (size: string) => `До\u00a0${size}, можно сразу несколько файлов`,
  formats: 'MP4, MOV, MKV, WebM, MP3, WAV, M4A и\u00a0голосовые сообщения',
  or: 'или',
  sent: (sent: string, total: string) => `${sent} из\u00a0${total}`,
  speed: (size: string) => `${size}/с`,
  left: (time: string) => `осталось ${time}`,
  uploaded: 'загружено',
  queued: 'ждёт своей очереди',
  comparing: 'сверяем файл с\u00a0тем, что уже загружено',
  inspecting: 'проверяем запись',
  progressLabel: 'Загрузка файла',
  announce: (percent: number) => `Загружено ${percent}%`,
  tabTitle: (percent: number) => `${percent}% загружено`,
  lost: {
    line: (percent: number) => `Нет связи. Продолжим с\u00a0${percent}%, когда появится интернет`,
    server: (percent: number) => `Сервер не\u00a0отвечает. Продолжим с\u00a0${percent}%, как только он вернётся`,
  },
  cancel: 'Отменить загрузку',
  remove: 'Удалить файл',
  cancelOf: (name: string) => `Отменить загрузку: ${name}`,
  otherFile: 'Выбрать другой файл',
  anotherFile: 'Загрузить ещё файл',
  toFiles: 'К моим файлам',
  later: 'Обработать позже',
  laterHint: 'Файл уже в «Моих файлах»: обработать его можно в\u00a0любой момент.',
  chooseTariff: 'Выбрать тариф',
  buyMinutes: 'Купить минуты',
} as const

/** Files that another app or site handed over. */
export const sharedFilesTexts = {
  title: (names: readonly string[]) =>
    names.length === 1
      ? `Загрузить «${names[0]}»?`
      : `Загрузить ${countOf(names.length, ['файл', 'файла', 'файлов'])}: ${names.map((name) => `«${name}»`).join(', ')}?`,
  from: 'Передано из другого приложения или с сайта.',
  upload: 'Загрузить',
  dismiss: 'Не загружать',
} as const

export const firstUploadTexts = {
  title: 'Загрузи свой первый аудио или видео файл',
  facts: { free: FREE_MINUTES, isPrivate: 'Файлы видишь только ты' },
  /** Promised only where recent files keep it; otherwise the page says what they took. */
  speed: (minutesPerHour: number) =>
    minutesPerHour <= PROMISED_MINUTES_PER_HOUR
      ? `До\u00a0${inMinutes(PROMISED_MINUTES_PER_HOUR)} на\u00a0час записи`
      : `Сейчас до\u00a0${inMinutes(minutesPerHour)} на\u00a0час записи`,
} as const

/** Uploads by link. */
export const linkTexts = {
  label: 'Ссылка на файл',
  placeholder: 'Вставь ссылку на аудио/видео файл',
  rights: 'Загружая файл, ты подтверждаешь, что у тебя есть права на его обработку',
  submit: 'Загрузить',
  locked: 'доступно на платных тарифах',
  downloading: 'скачиваем по\u00a0ссылке',
  downloadingHint: 'Файл скачиваем мы сами: вкладку можно закрыть, запись появится в «Моих файлах».',
  progressLabel: 'Скачивание по ссылке',
  announce: (percent: number) => `Скачано ${percent}%`,
  tabTitle: (percent: number) => `${percent}% скачано`,
  tariff: {
    title: 'Сменить тариф?',
    text: 'Загрузка по ссылке доступна на всех платных тарифах',
    confirm: 'Выбрать тариф',
  },
} as const

export const optionTexts = {
  title: 'Как обработать запись',
  mediaType: 'Что на записи',
  mediaTypes: {
    interview: 'Интервью',
    lection: 'Лекция',
    talking: 'Разговор',
    meeting: 'Встреча',
    other: 'Другое',
  } satisfies Record<MediaType, string>,
  speakersCount: 'Сколько человек говорит',
  language: 'Язык',
  autoLanguage: 'Определить автоматически',
  template: 'Шаблон обработки',
  noTemplate: 'Без шаблона',
  clearTemplate: 'Убрать шаблон',
  badQuality: 'Запись плохого качества',
  badQualityHint: 'Шум, эхо, тихий голос: обработка займёт чуть больше времени',
  nothing: 'Нет доступных значений',
  start: 'Начать обработку',
  /** Before the click: the minutes of the recording, and what stays on the balance. */
  cost: (minutes: number, left: number) => `Спишется ${minutes}\u00a0мин, останется ${left}`,
  /** The next step without a click. */
  next: {
    chooseType: 'Выбери, что на\u00a0записи, и\u00a0начнём сами',
    afterUpload: 'Начнём сами, как только файл загрузится',
    wanted: 'Начнём сразу, как только файл загрузится',
    soon: 'Через пару секунд начнём сами',
    held: 'Начни, когда всё выберешь',
  },
} as const

const speakers: Record<SpeakersCount, string> = {
  [-2]: 'Определить',
  1: '1',
  2: '2',
  3: '3',
  4: '4',
  [-1]: '5 и больше',
}

export function speakersText(count: SpeakersCount): string {
  return speakers[count]
}

export const countdownTexts = {
  title: 'Начинаем обработку',
  text: (seconds: number) => `Через ${countOf(seconds, ['секунду', 'секунды', 'секунд'])}`,
  cancel: 'Отмена',
  now: 'Начать сразу',
} as const

/** The other files of the same upload. */
export const othersTexts = {
  title: 'Ещё файлы',
  background: 'Загружаются',
  sameOptions: 'Обработаем их с\u00a0теми же настройками.',
  waiting: 'Загружен, ждёт настроек',
  starting: 'Загружен, запускаем обработку',
  processing: 'Обрабатывается',
  open: 'Открыть',
  retry: 'Продолжить',
  remove: 'Убрать',
  removeOf: (name: string) => `Убрать из\u00a0списка: ${name}`,
} as const

/** Uploads started on another day, in another tab, or before a reload. */
export const unfinishedTexts = {
  title: 'Незаконченные загрузки',
  hint: 'Выбери тот же файл, чтобы продолжить',
  arrived: (percent: number, size: string) => `${percent}% из\u00a0${size}`,
  choose: 'Выбрать файл',
  chooseOf: (name: string) => `Выбрать файл: ${name}`,
  remove: 'Удалить',
  removeOf: (name: string) => `Удалить загрузку: ${name}`,
  removeTitle: 'Удалить загрузку?',
  removeText: 'То, что уже загрузилось, пропадёт. Файл на\u00a0твоём устройстве останется.',
  /** On the home page. */
  notice: (count: number) =>
    countOf(count, ['загрузка не\u00a0закончена', 'загрузки не\u00a0закончены', 'загрузок не\u00a0закончено']),
  goOn: 'Продолжить',
} as const

/** Why an upload failed, and what to do. */
export const uploadProblems = {
  tooBig: {
    title: 'Файл слишком большой',
    text: (size: string, limit: string) => `Файл больше, чем позволяет тариф: ${size} из\u00a0${limit}`,
  },
  exceeded: {
    title: 'Загрузки в\u00a0этом месяце закончились',
    text: 'Выбери тариф побольше — или подожди начала следующего месяца.',
  },
  shortOfMinutes: {
    title: 'Недостаточно минут для обработки видео',
    some: (minutes: string) => `Сейчас можно обработать только начало записи — ${minutes}.`,
    none: 'Минуты закончились. Купи ещё — файл никуда не\u00a0денется.',
    force: (minutes: string) => `Обработать ${minutes}`,
  },
  upload: {
    title: 'Произошла ошибка загрузки',
    text: 'Что уже загружено, не\u00a0пропало: продолжим с\u00a0того же места.',
    retry: 'Продолжить загрузку',
    startOver: 'Начать заново',
  },
  empty: {
    title: 'Файл пустой',
    text: 'В\u00a0нём нет ни одного байта. Проверь, что запись сохранилась, и\u00a0выбери её ещё раз.',
  },
  unreadable: {
    title: 'Файл не\u00a0читается',
    text: 'Похоже, его изменили или убрали, пока он загружался. Выбери его ещё раз.',
  },
  otherFile: {
    title: 'Это другой файл',
    text: 'Он не\u00a0совпадает с\u00a0тем, что уже загружено. Выбери тот же самый — или загрузи этот как новый.',
    asNew: 'Загрузить как новый',
  },
  tooMany: {
    title: 'Слишком много незаконченных загрузок',
    text: 'Продолжи их или удали лишние — и\u00a0загружай дальше.',
    action: 'К\u00a0незаконченным',
  },
  start: {
    title: 'Обработка не\u00a0началась',
    text: 'Файл на\u00a0месте. Попробуй запустить её ещё раз.',
  },
} as const

/** The vocabulary among the options of a processing. */
export const vocabularyOptionTexts = {
  title: 'Словарь',
  own: (count: number) => `Словарь: ${count.toLocaleString('ru-RU')}`,
  shared: (name: string, count: number) => `${name}: ${count.toLocaleString('ru-RU')}`,
  off: 'Не\u00a0применять к\u00a0этому файлу',
  on: 'Применить словарь',
  isOff: 'Этот файл останется таким, каким его услышит распознавание.',
  otherLanguage: 'Словарь пока знает только русский: этот файл обойдётся без него.',
  empty: 'Твой словарь пока пуст.',
  fill: 'Добавить имена и\u00a0термины',
  names: 'Имена участников',
  namesHint: 'Через запятую, только для этого файла: напишем их без ошибок',
  namesExample: 'Анна Ковалёва, Ержан, Мюллер',
} as const
