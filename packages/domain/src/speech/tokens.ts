/** A subword token of the recogniser; a new word begins with a space. Times are relative to the start of the piece. */
export type Token = {
  text: string
  start: number
  duration: number
  /** 0–1; null where the recogniser gives none. */
  confidence: number | null
}

/** Shorter than any phoneme. */
const SHORTEST_SECONDS = 0.03

export function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => token.text)
    .join('')
    .trim()
}

/**
 * Share of tokens that the recogniser could not align with the sound: they have no duration, or start after
 * the end. Most tokens of real speech are timed, most hallucinated ones are not.
 */
export function untimedShare(tokens: readonly Token[], seconds: number): number {
  const spoken = tokens.filter((token) => /[\p{L}\p{N}]/u.test(token.text))
  const untimed = spoken.filter(({ start, duration }) => duration < SHORTEST_SECONDS || start >= seconds)
  return untimed.length / Math.max(1, spoken.length)
}
