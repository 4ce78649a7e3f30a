import { type Language, languages } from '@doslovno/domain/upload/languages.ts'
import { type MediaType, mediaTypes, type SpeakersCount, speakersCounts } from '@doslovno/domain/upload/options.ts'
import { LOCALE } from '@doslovno/texts/format.ts'
import { optionTexts } from '@doslovno/texts/upload.ts'

import { languageName } from '#lib/format/language.ts'
import { fieldsOf, listOf, remembered } from '#lib/remembered.ts'

/** Options of the processing, as far as chosen. */
export type Options = {
  mediaType: MediaType | null
  speakersCount: SpeakersCount
  language: Language
  badQuality: boolean
  templateId: number | null
  /** Shared vocabularies, besides the own one. */
  vocabularyIds: readonly string[]
  /** No vocabulary for this file. */
  isVocabularyOff: boolean
  /** Names in this file, as typed. */
  names: string
}

export type ChosenOptions = Options & { mediaType: MediaType }

export const NO_CHOICE: Options = {
  mediaType: null,
  speakersCount: -2,
  language: 'auto',
  badQuality: false,
  templateId: null,
  vocabularyIds: [],
  isVocabularyOff: false,
  names: '',
}

/** Choices about one file, which the next one does not take over. */
export const OF_ONE_FILE = { isVocabularyOff: false, names: '' } as const

/** Only the kind of recording has no default. */
export function isComplete({ mediaType }: Options): boolean {
  return mediaType !== null
}

export function withDefaults(options: Options): ChosenOptions {
  return { ...options, mediaType: options.mediaType ?? 'other' }
}

const MAX_RECENT = 3

const kept = remembered('uploadOptions', readOptions, (options) => JSON.stringify({ ...options, ...OF_ONE_FILE }))

/** The last choices of this browser; unreadable ones fall back to the defaults. */
export const lastOptions: typeof kept = {
  recall: kept.recall,
  remember: (options) => {
    kept.remember(options)
    const recent = [options.language, ...recentLanguages.recall()].filter((code) => code !== 'auto' && code !== 'ru')
    recentLanguages.remember([...new Set(recent)].slice(0, MAX_RECENT))
  },
}

/** Recently chosen languages, newest first, without the two that always come first. */
export const recentLanguages = remembered('recentLanguages', (stored): readonly Language[] =>
  listOf(stored).flatMap((code) => oneOf(languages, code) ?? []),
)

function readOptions(stored: string | null): Options {
  const fields = fieldsOf(stored)
  return {
    mediaType: oneOf(mediaTypes, fields.mediaType) ?? NO_CHOICE.mediaType,
    speakersCount: oneOf(speakersCounts, fields.speakersCount) ?? NO_CHOICE.speakersCount,
    language: oneOf(languages, fields.language) ?? NO_CHOICE.language,
    badQuality: fields.badQuality === true,
    templateId: Number.isInteger(fields.templateId) ? (fields.templateId as number) : null, // checked to be a number
    vocabularyIds: Array.isArray(fields.vocabularyIds)
      ? fields.vocabularyIds.filter((id) => typeof id === 'string')
      : [],
    ...OF_ONE_FILE,
  }
}

function oneOf<T>(values: readonly T[], value: unknown): T | undefined {
  return values.find((known) => known === value)
}

/** Automatic first, then Russian, then recent choices, then the rest by name. */
export function languageChoices(recent: readonly Language[]): { value: Language; label: string }[] {
  const first: Language[] = ['auto', 'ru', ...recent.filter((code) => code !== 'auto' && code !== 'ru')]
  const rest = languages.filter((code) => !first.includes(code)).map(choiceOf)
  return [...first.map(choiceOf), ...rest.toSorted((a, b) => a.label.localeCompare(b.label, LOCALE))]
}

function choiceOf(value: Language) {
  return { value, label: value === 'auto' ? optionTexts.autoLanguage : languageName(value) }
}
