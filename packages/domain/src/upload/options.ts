/** What is on a recording; it steers the telling apart of speakers and the summary. */
export const mediaTypes = ['interview', 'lection', 'talking', 'meeting', 'other'] as const
export type MediaType = (typeof mediaTypes)[number]

/** How many people speak: −2 find out, −1 five or more. */
export const speakersCounts = [-2, 1, 2, 3, 4, -1] as const
export type SpeakersCount = (typeof speakersCounts)[number]

/** How a recording is to be processed, as its owner chose. */
export type ProcessOptions = {
  mediaType: MediaType
  speakersCount: SpeakersCount
  language: string
  badQuality: boolean
  templateId: number | null
}
