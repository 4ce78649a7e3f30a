/** A replacement by the vocabulary: the number of its first word in a paragraph. */
export type ParagraphMark = { paragraph: number; word: number }

/** The owner's actions on words that the vocabulary put in. */
export type MarkActions = {
  /** Puts back what was heard. */
  undo: (mark: ParagraphMark) => void
  undoAll: () => void
  /** Puts it back wherever it was heard, and remembers that. */
  never: (mark: ParagraphMark) => void
  /** All forms of the term; none if the vocabulary has it no more. */
  formsOf: (mark: ParagraphMark) => Promise<readonly string[]>
  reform: (mark: ParagraphMark, form: string) => void
}
