import { LOCALE } from '@doslovno/texts/format.ts'

const names = new Intl.DisplayNames(LOCALE, { type: 'language' })

/** The capitalised name of a language. */
export function languageName(code: string): string {
  const name = names.of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(LOCALE) + name.slice(1)
}
