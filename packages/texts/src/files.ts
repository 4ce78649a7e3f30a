import type { ScriptStatus } from '@doslovno/domain/script/status.ts'

export const filesTexts = {
  title: 'Мои файлы',
  upload: 'Загрузить файл',
  columns: {
    uploadAt: 'Дата',
    fileName: 'Название',
    duration: 'Длительность',
    fileSize: 'Размер',
    status: 'Статус',
  },
  audio: 'Аудио',
  video: 'Видео',
  noDuration: 'Длительность пока неизвестна',
  progress: (percent: number) => `${percent}% обработано`,
  progressLabel: 'Обработка файла',
  loading: 'Загружаем список файлов',
  pages: 'Страницы списка',
  page: (page: number) => `Страница ${page}`,
  previousPage: 'Предыдущая страница',
  nextPage: 'Следующая страница',
  range: (from: number, to: number, total: number) => `${from}–${to} из ${total}`,
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

export const statusTexts: Record<ScriptStatus, string> = {
  uploaded: 'Готов к обработке',
  process: 'Обработка',
  complete: 'Завершено',
  completeWithErrors: 'Завершено с ошибками',
  error: 'Ошибка',
  notEnoughMinutes: 'Не хватает минут',
}
