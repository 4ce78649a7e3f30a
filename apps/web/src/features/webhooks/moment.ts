import { LOCALE } from '@doslovno/texts/format.ts'

const format = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })

/** Day, month and time, in the user's time zone, on one line. */
export function momentOf(iso: string): string {
  return format.format(new Date(iso)).replaceAll(' ', '\u00a0')
}
