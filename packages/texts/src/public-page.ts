import { metaTexts } from './file-page.ts'
import { timeUnits } from './format.ts'

const MOST_NAMES = 4

/** The preview of a shared link, and its page before the scripts have come. */
export const publicPageTexts = {
  /** «12 мин · 3 спикера: Анна, Борис, Вера» */
  about: ({ seconds, names, speakers }: { seconds: number | null; names: readonly string[]; speakers: number }) =>
    [seconds !== null && lasting(seconds), speakers > 1 && voices(speakers, names)].filter(Boolean).join(' · '),
  /** Quotation marks inside become the inner ones. */
  quote: (text: string) => `«${text.replaceAll('«', '„').replaceAll('»', '“')}»`,
  /** «— Анна, 1:08» */
  author: (name: string, time: string) => `— ${[name, time].filter(Boolean).join(', ')}`,
  more: 'Продолжение загружается…',
  /** Buttons that load the full page. */
  tools: { find: 'Найти', panel: 'Саммари', download: 'Скачать', more: 'Ещё' },
  opening: 'Открываем полную страницу',
  openFailed: 'Не\u00a0удалось открыть полную страницу. Проверь связь и\u00a0попробуй ещё раз.',
  failed: 'Не\u00a0удалось загрузить текст целиком. Проверь связь.',
  again: 'Повторить',
  /** The frame on somebody's page. */
  whole: 'Открыть полностью',
  unavailable: {
    title: 'Файл недоступен',
    text: 'Возможно, его удалили или владелец закрыл доступ.',
  },
  busy: { title: 'Не\u00a0удалось открыть файл', text: 'Попробуй обновить страницу чуть позже.' },
  noScript: 'Чтобы слушать запись и\u00a0читать её\u00a0целиком, включи в\u00a0браузере JavaScript.',
  image: 'Дословно: каждое слово на\u00a0своём месте',
} as const

function voices(speakers: number, names: readonly string[]): string {
  const count = metaTexts.speakers(speakers)
  if (names.length === 0) return count
  const shown = names.slice(0, MOST_NAMES).join(', ')
  const isAll = names.length === speakers
  return `${count}${isAll ? ':' : ', среди\u00a0них'} ${shown}${names.length > MOST_NAMES ? '…' : ''}`
}

function lasting(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))}\u00a0${timeUnits.seconds}`
  const all = Math.round(seconds / 60)
  const [hours, minutes] = [Math.floor(all / 60), all % 60]
  const parts = [hours > 0 && `${hours}\u00a0${timeUnits.hours}`, minutes > 0 && `${minutes}\u00a0${timeUnits.minutes}`]
  return parts.filter(Boolean).join('\u00a0')
}
