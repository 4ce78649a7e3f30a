import { languages } from '@doslovno/domain/upload/languages.ts'

const names = new Intl.DisplayNames('en', { type: 'language' })

/** Whisper's own names where they differ from the standard's. */
const codes = new Map<string, string>([
  ...languages.filter((code) => code !== 'auto').map((code) => [(names.of(code) ?? code).toLowerCase(), code] as const),
  ['moldavian', 'ro'],
  ['nn', 'no'],
])

/** The code of a language that a server names by its code, a locale or its English name; undefined for any other. */
export function languageCode(name: string): string | undefined {
  const plain = name.trim().toLowerCase()
  const code = codes.get(plain) ?? plain.split(/[-_]/)[0] ?? ''
  return (languages as readonly string[]).includes(code) && code !== 'auto' ? code : undefined
}
