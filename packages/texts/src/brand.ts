export const brand = {
  name: 'Дословно',
  /** The wordmark, split for the marker on its middle. */
  wordmark: ['до', 'слов', 'но'],
  description: 'Превращаем аудио и видео в точный текст с таймкодами',
  motto: 'Каждое слово на своём месте',
  noScript: 'Чтобы открыть Дословно, включи в браузере JavaScript.',
} as const

export function pageTitle(page: string): string {
  return `${page} — ${brand.name}`
}
