/** The genre of a recording; steers diarisation and the summary. */
export const mediaTypes = ['interview', 'lection', 'talking', 'meeting', 'other'] as const
export type MediaType = (typeof mediaTypes)[number]

/** The number of speakers: −2 detect, −1 five or more. */
export const speakersCounts = [-2, 1, 2, 3, 4, -1] as const
export type SpeakersCount = (typeof speakersCounts)[number]

/** Processing options chosen by the owner. */
export type ProcessOptions = {
  mediaType: MediaType
  speakersCount: SpeakersCount
  language: string
  badQuality: boolean
  templateId: number | null
  /** Absent: the owner's vocabulary applies. Null: none does. */
  vocabulary?: ProcessVocabulary | null | undefined
}

/** Shared vocabularies and names that apply to one file besides the owner's vocabulary. */
export type ProcessVocabulary = { vocabularyIds: readonly string[]; names: readonly string[] }
