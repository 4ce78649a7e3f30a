import { type Language, languages } from '@doslovno/domain/upload/languages.ts'
import { LOCALE } from '@doslovno/texts/format.ts'
import { optionTexts } from '@doslovno/texts/upload.ts'

import { languageName } from '#lib/format/language.ts'

/** Automatic first, then Russian, then recent choices, then the rest by name. */
export function languageChoices(recent: readonly Language[]): { value: Language; label: string }[] {
  const first: Language[] = ['auto', 'ru', ...recent.filter((code) => code !== 'auto' && code !== 'ru')]
  const rest = languages.filter((code) => !first.includes(code)).map(choiceOf)
  return [...first.map(choiceOf), ...rest.toSorted((a, b) => a.label.localeCompare(b.label, LOCALE))]
}

function choiceOf(value: Language) {
  return { value, label: value === 'auto' ? optionTexts.autoLanguage : languageName(value) }
}
