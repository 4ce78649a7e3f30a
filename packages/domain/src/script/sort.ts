/** The orders of a list of files; the first is the default. */
export const sorts = ['-uploadAt', '+uploadAt', '+fileName', '-duration', '-fileSize', '-status'] as const
export type Sort = (typeof sorts)[number]

/** Restores the plus that URL decoding turned into a space. */
export function toSort(text: string): string {
  return text.replace(/^ /, '+')
}

/** Shorter queries match too much. */
export const SHORTEST_SEARCH = 3
/** A search finds at most this many files, the newest. */
export const MOST_FOUND = 1000
