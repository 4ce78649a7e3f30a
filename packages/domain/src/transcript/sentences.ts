const SENTENCE_END = /[.!?…]["»)]*$/u

/** Whether a word or a text ends with the punctuation of a sentence, closing quotes and brackets included. */
export function endsSentence(text: string): boolean {
  return SENTENCE_END.test(text)
}
