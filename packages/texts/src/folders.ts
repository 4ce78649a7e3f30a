import { countOf, type Forms } from '#language/plural.ts'

const FILES: Forms = ['файл', 'файла', 'файлов']

export const folderTexts = {
  title: 'Папки',
  all: 'Все файлы',
  create: 'Новая папка',
  name: 'Название папки',
  placeholder: 'Например, «Лекции»',
  menu: (name: string) => `Что сделать с\u00a0папкой «${name}»`,
  rename: 'Переименовать',
  delete: 'Удалить папку',
  count: (files: number) => countOf(files, FILES),
  exists: 'Такая папка уже есть',
  limit: 'Папок уже 500, больше не\u00a0поместится',
  failed: 'Не\u00a0удалось сохранить. Попробуй ещё раз',
  empty: {
    title: 'В\u00a0папке пока пусто',
    text: 'Выбери файлы в\u00a0списке и\u00a0нажми «Переместить» или просто перетащи их\u00a0на\u00a0папку.',
    action: 'Ко\u00a0всем файлам',
  },
} as const

export const deleteFolderTexts = {
  title: 'Удалить папку?',
  text: 'Файлы не\u00a0удалятся: все они останутся в\u00a0«Все файлы».',
  empty: 'В\u00a0ней нет файлов.',
  confirm: 'Удалить папку',
} as const

export const moveTexts = {
  button: 'Переместить',
  title: 'В\u00a0какую папку?',
  out: 'Убрать из\u00a0папки',
  create: 'Создать и\u00a0переместить',
  dragged: (files: number) => countOf(files, FILES),
  moved: (files: number, folder: string) =>
    files === 1 ? `Файл теперь в\u00a0папке «${folder}»` : `${countOf(files, FILES)} теперь в\u00a0папке «${folder}»`,
  movedOut: (files: number) =>
    files === 1 ? 'Файл убран из\u00a0папки' : `Из\u00a0папки убрали ${countOf(files, FILES)}`,
  undo: 'Вернуть',
  failed: 'Не\u00a0удалось переместить. Попробуй ещё раз',
} as const

export const selectTexts = {
  start: 'Выбрать',
  pick: (fileName: string) => `Выбрать: ${fileName}`,
  bar: 'Действия с\u00a0выбранными файлами',
  count: (files: number) => `Выбрано ${files.toLocaleString('ru-RU')}`,
  all: 'Выбрать все',
  clear: 'Снять выбор',
  delete: 'Удалить',
} as const

export const deleteManyTexts = {
  title: (files: number) => `Удалить ${countOf(files, FILES)}?`,
  text: (files: number) =>
    files === 1 ? 'Расшифровка и\u00a0запись удалятся навсегда.' : 'Расшифровки и\u00a0записи удалятся навсегда.',
  confirm: 'Удалить',
} as const

export const zipDownloadTexts = {
  button: 'Скачать',
  title: 'Скачать одним архивом',
  save: (type: string) => `Скачать ${type} в\u00a0ZIP`,
  none: 'У\u00a0выбранных файлов ещё нет текста.',
  leftOut: (files: number) => `Без\u00a0текста ${countOf(files, FILES)}: в\u00a0архив не\u00a0попадут.`,
} as const
