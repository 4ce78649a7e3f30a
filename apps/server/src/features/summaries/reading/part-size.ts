import type { PartSize } from '@doslovno/domain/digest/parts.ts'

/** Smallest windows that hold so many cells of five minutes with instructions and answer. */
const sizes = [
  { tokens: 14_000, cells: 3 },
  { tokens: 10_000, cells: 2 },
  { tokens: 7000, cells: 1 },
] as const

/** Instructions, rules and the longest answer. */
const TOKENS_ASIDE = 2800
/** Of the least efficient tokenizer for Russian; a fixed number keeps borders where they are. */
const CHARACTERS_PER_TOKEN = 2
/** Numbers and letters before sentences. */
const NUMBERED = 1.3

/** How much of a text one call reads; undefined if the window is too small for any. */
export function partSize(windowTokens: number): PartSize | undefined {
  const fitting = sizes.find(({ tokens }) => windowTokens >= tokens)
  if (!fitting) return undefined
  const maxCharacters = Math.floor(((windowTokens - TOKENS_ASIDE) * CHARACTERS_PER_TOKEN) / NUMBERED)
  return { cells: fitting.cells, maxCharacters }
}
