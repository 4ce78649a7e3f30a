export type Random = {
  /** From 0 to 1. */
  next(): number
  below(limit: number): number
  pick<T>(list: readonly T[]): T | undefined
}

/** Mulberry32 from a seed that is a text: the same text gives the same numbers. */
export function seededRandom(seed: string): Random {
  let state = Array.from(seed).reduce((hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193), 7)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, pick: (list) => list[below(list.length)] }
}
