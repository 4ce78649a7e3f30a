import type { View } from '@doslovno/domain/clean-view/clean-words.ts'
import type { ExportFormat } from '@doslovno/domain/export/formats.ts'

export const downloadTexts = {
  button: 'Скачать',
  title: 'Скачать расшифровку',
  type: 'Тип файла',
  types: { txt: 'TXT', docx: 'DOCX', srt: 'SRT', vtt: 'VTT' } satisfies Record<ExportFormat, string>,
  view: 'Какой текст',
  views: { verbatim: 'Дословно', clean: 'Без мусора' } satisfies Record<View, string>,
  cleanHint: 'Уберём «э-э», повторы и\u00a0обрывки слов. Текст на\u00a0сайте не\u00a0изменится.',
  speakers: 'Имена спикеров',
  timecodes: 'Таймкоды',
  timesAlways: 'В субтитрах время есть всегда',
  outline: 'Саммари и\u00a0главы',
  outlineNever: 'В\u00a0субтитрах их\u00a0не\u00a0бывает',
  unheard: 'Отметить, что не\u00a0разобрали',
  unheardNever: 'В\u00a0субтитрах отметок не\u00a0бывает',
  save: (type: string) => `Скачать ${type}`,
  loading: 'Загружаем расшифровку',
  loadFailed: 'Не удалось загрузить расшифровку.',
  again: 'Повторить',
  failed: 'Не удалось собрать файл. Попробуй ещё раз.',
} as const
