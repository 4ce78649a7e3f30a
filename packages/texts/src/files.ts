import type { Sort } from '@doslovno/domain/script/sort.ts'
import type { ScriptStatus } from '@doslovno/domain/script/status.ts'

import { countOf } from '#language/plural.ts'

export const filesTexts = {
  title: 'Мои файлы',
  upload: 'Загрузить файл',
  columns: {
    uploadAt: 'Дата',
    fileName: 'Название',
    duration: 'Длительность',
    fileSize: 'Размер',
    status: 'Статус',
    actions: 'Действия',
  },
  audio: 'Аудио',
  video: 'Видео',
  noDuration: 'Длительность пока неизвестна',
  progress: (percent: number) => `${percent}% обработано`,
  progressLabel: 'Обработка файла',
  expired: 'Срок хранения истек',
  loading: 'Загружаем список файлов',
  sort: 'Сортировка',
  pages: 'Страницы списка',
  page: (page: number) => `Страница ${page}`,
  previousPage: 'Предыдущая страница',
  nextPage: 'Следующая страница',
  pageSize: 'Файлов на странице',
  range: (from: number, to: number, total: number) => `${from}–${to} из ${total.toLocaleString('ru-RU')}`,
  empty: {
    title: 'Пока здесь пусто',
    text: 'Загрузи аудио или видео — и через несколько минут читай его как текст.',
  },
  failed: {
    title: 'Не удалось загрузить список',
    text: 'Проверь связь с интернетом и попробуй ещё раз.',
    action: 'Повторить',
  },
} as const

/** Under the name of a file: its beginning, or what comes next. */
export const noteTexts = {
  voices: (count: number) => countOf(count, ['спикер', 'спикера', 'спикеров']),
  inspecting: 'Проверяем запись',
  some: (minutes: number) => `Минут хватит только на\u00a0начало\u00a0— ${minutes}\u00a0мин`,
  none: 'Минуты закончились. Купи ещё\u00a0— файл никуда не\u00a0денется',
} as const

/** The archive of several texts. */
export const zipTexts = {
  fileName: (at: Date) => `Расшифровки ${at.toISOString().slice(0, 10)}.zip`,
  leftOutName: 'Не вошли в архив.txt',
  leftOut: (fileNames: readonly string[]) =>
    `У этих файлов нет текста: они ещё не обработаны или срок хранения истек.\n\n${fileNames.join('\n')}\n`,
} as const

export const sortTexts: Record<Sort, string> = {
  '-uploadAt': 'Сначала новые',
  '+uploadAt': 'Сначала старые',
  '+fileName': 'По названию',
  '-duration': 'По длительности',
  '-fileSize': 'По размеру',
  '-status': 'По статусу',
}

export const searchTexts = {
  open: 'Поиск',
  key: '/',
  label: 'Поиск по файлам',
  placeholder: 'Название или слова из записи',
  close: 'Закрыть поиск',
  short: 'Введи хотя бы 3 символа',
  searching: 'Ищем',
  found: (count: number) => `Нашлось: ${countOf(count, ['файл', 'файла', 'файлов'])}`,
  foundMost: (count: number) => `Показываем ${countOf(count, ['файл', 'файла', 'файлов'])}, самые новые`,
  openAt: 'Открыть с',
  nothing: {
    title: 'Ничего не нашлось',
    text: 'Попробуй другие слова: ищем в\u00a0названиях и\u00a0в\u00a0тексте записей.',
    action: 'Сбросить поиск',
  },
  failed: {
    title: 'Не удалось найти',
    text: 'Проверь связь с интернетом и попробуй ещё раз.',
  },
} as const

export const fileActionTexts = {
  start: 'Начать обработку',
  retry: 'Обработать ещё раз',
  cancel: 'Отменить обработку',
  delete: 'Удалить',
} as const

export const deleteTexts = {
  title: 'Удалить файл?',
  text: 'Расшифровка и\u00a0запись удалятся навсегда.',
  confirm: 'Удалить',
} as const

export const cancelTexts = {
  title: 'Отменить обработку?',
  text: 'Файл останется, минуты вернутся\u00a0— кроме тех, чей текст уже показан. Первая показанная минута бесплатна.',
  confirm: 'Отменить обработку',
  cancel: 'Не отменять',
} as const

export const statusTexts: Record<ScriptStatus, string> = {
  uploaded: 'Готов к обработке',
  process: 'Обработка',
  complete: 'Завершено',
  completeWithErrors: 'Завершено с ошибками',
  error: 'Ошибка',
  notEnoughMinutes: 'Не хватает минут',
}
