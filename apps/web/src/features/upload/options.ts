import { type Language, languages } from '@doslovno/domain/upload/languages.ts'
import { type MediaType, mediaTypes, type SpeakersCount, speakersCounts } from '@doslovno/domain/upload/options.ts'

/** How a recording is to be processed, as far as it has been chosen. */
export type Options = {
  mediaType: MediaType | null
  speakersCount: SpeakersCount
  language: Language
  badQuality: boolean
  templateId: number | null
}

export type ChosenOptions = Options & { mediaType: MediaType }

export const NO_CHOICE: Options = {
  mediaType: null,
  speakersCount: -2,
  language: 'auto',
  badQuality: false,
  templateId: null,
}

/** What is on the recording and how many speak: the number is always chosen, if only to be found out. */
export function isComplete({ mediaType }: Options): boolean {
  return mediaType !== null
}

export function withDefaults(options: Options): ChosenOptions {
  return { ...options, mediaType: options.mediaType ?? 'other' }
}

type Memory = Pick<Storage, 'getItem' | 'setItem'>

const OPTIONS_KEY = 'uploadOptions'
const RECENT_KEY = 'recentLanguages'
const MOST_RECENT = 3

/** The last choices of this browser; what cannot be understood any more is as if it were never chosen. */
export function recallOptions(memory: Memory): Options {
  const kept = parsed(memory.getItem(OPTIONS_KEY))
  return {
    mediaType: oneOf(mediaTypes, kept.mediaType) ?? NO_CHOICE.mediaType,
    speakersCount: oneOf(speakersCounts, kept.speakersCount) ?? NO_CHOICE.speakersCount,
    language: oneOf(languages, kept.language) ?? NO_CHOICE.language,
    badQuality: kept.badQuality === true,
    templateId: Number.isInteger(kept.templateId) ? (kept.templateId as number) : null, // it was just found to be one
  }
}

export function rememberOptions(memory: Memory, options: Options) {
  memory.setItem(OPTIONS_KEY, JSON.stringify(options))
  const recent = [options.language, ...recentLanguages(memory)].filter((code) => code !== 'auto' && code !== 'ru')
  memory.setItem(RECENT_KEY, JSON.stringify([...new Set(recent)].slice(0, MOST_RECENT)))
}

/** Languages chosen lately, the newest first; the two that always stand on top are not among them. */
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
