/** The orders a list of files can be in; the first one is what it starts with. */
export const sorts = ['-uploadAt', '+uploadAt', '+fileName', '-duration', '-fileSize', '-status'] as const
export type Sort = (typeof sorts)[number]

/** A plus in an address is read as a space by everybody. */
export function toSort(text: string): string {
  return text.replace(/^ /, '+')
}

/** Fewer letters are in too many words. */
export const SHORTEST_SEARCH = 3
