export const brand = {
  name: 'Дословно',
  /** The wordmark in three parts: the middle one carries the marker. */
  wordmark: ['до', 'слов', 'но'],
  description: 'Превращаем аудио и видео в точный текст с таймкодами',
  motto: 'Каждое слово на своём месте',
  noScript: 'Чтобы открыть Дословно, включи в браузере JavaScript.',
} as const

/** The title of a page in the browser's tab. */
export function pageTitle(page: string): string {
  return `${page} — ${brand.name}`
}
