export const brand = {
  name: 'Дословно',
  /** The wordmark, split for the marker on its middle. */
  wordmark: ['до', 'слов', 'но'],
  description: 'Превращаем аудио и видео в точный текст с таймкодами',
  motto: 'Каждое слово на своём месте',
  noScript: 'Чтобы открыть Дословно, включи в браузере JavaScript.',
} as const

/** Minutes of the free tariff, and the bonus of a new account. */
export const FREE_MINUTES = '30\u00a0минут в\u00a0месяц и\u00a0ещё\u00a030 в\u00a0подарок'

export function pageTitle(page: string): string {
  return `${page} — ${brand.name}`
}
