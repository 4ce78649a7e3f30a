import type { ReactNode } from 'react'

/** What another feature adds for who may put the text right. */
export type EditingSlots = {
  /** Buttons above the text. */
  tools: ReactNode
  /** What is done to the whole text, for the menu of the file. */
  onReplace: () => void
  onReview: () => void
  onRestore: () => void
  /** The paragraph that is being written in, and what stands in place of its text. */
  openParagraph: number | undefined
  field: ReactNode
  /** Begins to write in a paragraph, at a place of its text. */
  onEdit: (paragraph: number, caret?: number) => void
  /** Gives a paragraph to another speaker. */
  voicePanel: (paragraph: number, onDone: () => void) => ReactNode
}
