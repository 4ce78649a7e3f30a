import { LOCALE } from '@doslovno/texts/format.ts'

const names = new Intl.DisplayNames(LOCALE, { type: 'language' })

/** A language by its code, as the first word of a line. */
export function languageName(code: string): string {
  const name = names.of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(LOCALE) + name.slice(1)
}
