import type { SummarySection, SummaryType } from '@doslovno/domain/summary/types.ts'

/** A statement about the talk; `cites` are pieces of the sentences that carry it. */
export type Cited = { text: string; cites: readonly string[] }

/** packages/sample/talk.json: what is said, by which voices, and what a reader should take from it. */
export type Talk = {
  fileName: string
  madeAt: string
  speakers: readonly [Voice, ...Voice[]]
  /** `chapter` begins with this line. */
  lines: readonly { speaker: number; text: string; chapter?: string }[]
  about: string
  statements: Record<SummaryType, readonly (Cited & { section: SummarySection })[]>
  tasks: readonly Cited[]
}

/** A voice of RHVoice; rate and pitch are factors. */
type Voice = { name: string; voice: string; rate: number; pitch: number }
