import type { ExportFormat } from '@doslovno/domain/export/formats.ts'

export const downloadTexts = {
  button: 'Скачать',
  title: 'Скачать расшифровку',
  type: 'Тип файла',
  types: { txt: 'TXT', docx: 'DOCX', srt: 'SRT', vtt: 'VTT' } satisfies Record<ExportFormat, string>,
  speakers: 'Имена спикеров',
  timecodes: 'Таймкоды',
  timesAlways: 'В субтитрах время есть всегда',
  save: (type: string) => `Скачать ${type}`,
  loading: 'Загружаем расшифровку',
  loadFailed: 'Не удалось загрузить расшифровку.',
  again: 'Повторить',
  failed: 'Не удалось собрать файл. Попробуй ещё раз.',
} as const
