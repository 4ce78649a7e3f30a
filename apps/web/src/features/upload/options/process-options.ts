import type { Call } from '@doslovno/contract/endpoint.ts'
import type { ProcessVocabulary } from '@doslovno/contract/script-vocabulary.ts'
import type { processScript } from '@doslovno/contract/scripts.ts'
import type { Language } from '@doslovno/domain/upload/languages.ts'

import { listOf } from '#lib/format/list-of.ts'

import { type Options, withDefaults } from './options.ts'

type Body = Call<typeof processScript>['body']

const MOST_NAMES = 50
const FEWEST_CHARACTERS = 2
const MOST_CHARACTERS = 80

/** The options as the server takes them. */
export function processOptions(options: Options): Body {
  const { mediaType, speakersCount, language, badQuality, templateId } = withDefaults(options)
  const vocabulary = vocabularyOf(options)
  const body = { mediaType, speakersCount, language, badQuality, templateId }
  return vocabulary === undefined ? body : { ...body, vocabulary }
}

/** Terms are compared by the sounds of Russian. */
export function knowsVocabulary(language: Language): boolean {
  return language === 'ru' || language === 'auto'
}

/** Undefined: the own vocabulary alone; null: none. */
function vocabularyOf({
  vocabularyIds,
  isVocabularyOff,
  names,
  language,
}: Options): ProcessVocabulary | null | undefined {
  if (isVocabularyOff || !knowsVocabulary(language)) return null
  const known = namesOf(names)
  if (vocabularyIds.length === 0 && known.length === 0) return undefined
  return { vocabularyIds: [...vocabularyIds], names: known }
}

/** Names without the characters that a term cannot have. */
export function namesOf(text: string): string[] {
  const names = listOf(text.replace(/[^\p{L}\p{N} '’,;\n-]/gu, ' ')).map((name) => name.replace(/^[ '’-]+/u, ''))
  const fitting = names.filter(({ length }) => length >= FEWEST_CHARACTERS && length <= MOST_CHARACTERS)
  return fitting.slice(0, MOST_NAMES)
}
