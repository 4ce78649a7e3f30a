/** A sentence of a transcript: what statements cite and chapters consist of. */
export type Sentence = {
  start: number
  end: number
  text: string
  speaker: number
  /** Whether the engine or the vocabulary doubts a word of it. */
  isDoubtful?: boolean
}

/** `from` and `to`: indexes of the first sentence and of the one after the last. */
export type Chapter = { start: number; title: string; from: number; to: number }
