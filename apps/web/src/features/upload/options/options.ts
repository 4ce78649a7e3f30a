import { type Language, languages } from '@doslovno/domain/upload/languages.ts'
import { type MediaType, mediaTypes, type SpeakersCount, speakersCounts } from '@doslovno/domain/upload/options.ts'

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

type Memory = Pick<Storage, 'getItem' | 'setItem'>

const OPTIONS_KEY = 'uploadOptions'
const RECENT_KEY = 'recentLanguages'
const MAX_RECENT = 3

/** The last choices of this browser; unreadable ones fall back to the defaults. */
export function recallOptions(memory: Memory): Options {
  const kept = parsed(memory.getItem(OPTIONS_KEY))
  return {
    mediaType: oneOf(mediaTypes, kept.mediaType) ?? NO_CHOICE.mediaType,
    speakersCount: oneOf(speakersCounts, kept.speakersCount) ?? NO_CHOICE.speakersCount,
    language: oneOf(languages, kept.language) ?? NO_CHOICE.language,
    badQuality: kept.badQuality === true,
    templateId: Number.isInteger(kept.templateId) ? (kept.templateId as number) : null, // checked to be a number
    vocabularyIds: Array.isArray(kept.vocabularyIds) ? kept.vocabularyIds.filter((id) => typeof id === 'string') : [],
    ...OF_ONE_FILE,
  }
}

export function rememberOptions(memory: Memory, options: Options) {
  memory.setItem(OPTIONS_KEY, JSON.stringify({ ...options, ...OF_ONE_FILE }))
  const recent = [options.language, ...recentLanguages(memory)].filter((code) => code !== 'auto' && code !== 'ru')
  memory.setItem(RECENT_KEY, JSON.stringify([...new Set(recent)].slice(0, MAX_RECENT)))
}

/** Recently chosen languages, newest first, without the two that always come first. */
export function recentLanguages(memory: Memory): Language[] {
  const kept: unknown = parsed(memory.getItem(RECENT_KEY))
  return Array.isArray(kept) ? kept.flatMap((code) => oneOf(languages, code) ?? []) : []
}

function oneOf<T>(values: readonly T[], value: unknown): T | undefined {
  return values.find((known) => known === value)
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    return JSON.parse(text ?? '{}') ?? {}
  } catch {
    return {}
  }
}
