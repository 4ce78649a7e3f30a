import type { ReactNode } from 'react'

/** Controls of the editing feature in the text, for users who may edit. */
export type EditingSlots = {
  /** Buttons above the text. */
  tools: ReactNode
  /** Actions on the whole text, for the file menu. */
  onReplace: () => void
  onReview: () => void
  onRestore: () => void
  /** The open paragraph, and the field that replaces its text. */
  openParagraph: number | undefined
  field: ReactNode
  /** Opens a paragraph with the caret at an offset. */
  onEdit: (paragraph: number, caret?: number) => void
  /** Assigns a paragraph to another speaker. */
  voicePanel: (paragraph: number, onDone: () => void) => ReactNode
  /** Names a speaker in the whole text. */
  onNameSpeaker: (speaker: number, name: string) => void
}
