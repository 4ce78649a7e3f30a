/** A piece of a word as a recogniser writes it; a new word begins with a space. Times count from the piece's start. */
export type Token = {
  text: string
  start: number
  duration: number
  /** 0–1; null where the recogniser gives none. */
  confidence: number | null
}

/** Shorter than any sound of speech. */
const SHORTEST_SECONDS = 0.03

export function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => token.text)
    .join('')
    .trim()
}

/**
 * Share of the tokens that the recogniser itself found nowhere in the sound: it gave them no time, or one after
 * the end. What was said is mostly placed; of what is invented most is not.
 */
export function unplacedShare(tokens: readonly Token[], seconds: number): number {
  const spoken = tokens.filter((token) => /[\p{L}\p{N}]/u.test(token.text))
  const unplaced = spoken.filter(({ start, duration }) => duration < SHORTEST_SECONDS || start >= seconds)
  return unplaced.length / Math.max(1, spoken.length)
}
