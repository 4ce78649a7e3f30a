/** A spoken word; times in seconds. Confidence is null if the engine gives none. */
export type Word = { text: string; start: number; end: number; confidence: number | null } & VocabularyMarks

/** The vocabulary's marks on a word. An edit of the word drops them. */
export type VocabularyMarks = {
  /** The recognised text, with its punctuation; empty in the further words of a replacement. */
  heard?: string | undefined
  /** The term that replaced it. */
  termId?: string | undefined
  /** A question: this word and those after it, `words` in all, may be a term. */
  maybe?: { text: string; words: number; termId: string } | undefined
}
