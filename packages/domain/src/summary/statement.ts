import type { Reason, Verdict } from '#evidence/verdict.ts'

import type { SummarySection } from './types.ts'

/**
 * A statement as it is stored. `anchors`: the moments that carry it, in seconds, so that the sentences are found again
 * after corrections; their text is cut from the transcript when it is shown.
 */
export type StoredStatement = {
  text: string
  section: SummarySection
  who: readonly number[]
  verdict: Verdict
  reasons: readonly Reason[]
  anchors: readonly { start: number; end: number }[]
  /** Whether it was confirmed once and a correction took that away. */
  hasFallen?: boolean
}

const taskSections: readonly SummarySection[] = ['tasks', 'next']

/** Whether the statements of a section tell what is to be done. */
export const isTaskSection = (section: SummarySection): boolean => taskSections.includes(section)
