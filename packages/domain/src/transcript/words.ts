/** A spoken word; times in seconds. Confidence is null if the engine gives none. */
export type Word = { text: string; start: number; end: number; confidence: number | null }
