/** Every word as it was said, or only what is worth reading. */
export const views = ['verbatim', 'clean'] as const
export type View = (typeof views)[number]

/** A language's rules for speech not worth reading. Words come in lower case, without marks around them. */
export type CleanRules = {
  /** A sound that is never a word. */
  isFiller: (word: string) => boolean
  /** Words that say nothing where commas or the ends of a sentence set them off on both sides. */
  asides: readonly (readonly string[])[]
  /** A word that nobody says twice on purpose. */
  isRepeatable: (word: string) => boolean
  /** Begins a clause, so that the comma before it stays. */
  beginsClause: (word: string) => boolean
  /** Must not end a line. */
  isShort: (word: string) => boolean
  /** The certain spelling of a word; the word itself where nothing is certain. */
  spell: (word: string) => string
}
