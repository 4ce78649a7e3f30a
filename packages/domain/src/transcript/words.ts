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

const SENTENCE_END = /[.!?…]["»)]*$/u

/** Whether a word or a text ends with the punctuation of a sentence, closing quotes and brackets included. */
export function endsSentence(text: string): boolean {
  return SENTENCE_END.test(text)
}

/** Lower case, yo without its dots: the form in which words are compared. */
export function plainForm(text: string): string {
  return text.toLowerCase().replaceAll('\u0451', '\u0435')
}

/** The words of a text in lower case, without punctuation. */
export function plainWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
