import type { ReactNode } from 'react'

import type { MarkActions } from './marks.ts'

/** A stretch of a paragraph's text, by offsets; empty for a caret. */
export type Stretch = { from: number; to: number }

/** Controls of the editing feature in the text, for users who may edit. */
export type EditingSlots = {
  /** Buttons above the text. */
  tools: ReactNode
  /** Whether the changes are saved. */
  status: ReactNode
  /** Actions on the whole text, for the file menu. */
  onReplace: () => void
  onReview: () => void
  onHistory: () => void
  onRestore: () => void
  /** The open paragraph, and the field that replaces its text. */
  openParagraph: number | undefined
  field: ReactNode
  /** Opens a paragraph with a stretch of it selected; without one the caret is at the end. */
  onEdit: (paragraph: number, selected?: Stretch) => void
  /** Assigns a paragraph to the speaker with this number in the list, from 1. */
  onVoice: (paragraph: number, number: number) => void
  /** Assigns a paragraph to another speaker. */
  voicePanel: (paragraph: number, onDone: () => void) => ReactNode
  /** Names a speaker in the whole text. */
  onNameSpeaker: (speaker: number, name: string) => void
  /** Makes one speaker of two, in the whole text. */
  onMergeSpeakers: (from: number, into: number) => void
  onUndo: () => void
  marks: MarkActions
  /** Looks for terms of the vocabulary in the whole text. */
  onApply: () => void
  /** Whether a word exists; absent until the list of words is there, and in other languages. */
  isKnown: ((word: string) => boolean) | undefined
}
