/** Sizes of the transcript's text, in pixels. */
export const readerSizes = [15, 17, 19, 22] as const
export type ReaderSize = (typeof readerSizes)[number]

type Memory = Pick<Storage, 'getItem' | 'setItem'>

const SIZE_KEY = 'readerSize'
const USUAL: ReaderSize = 17

/** The last size in this browser; an unknown one falls back to the usual. */
export function recallSize(memory: Pick<Memory, 'getItem'>): ReaderSize {
  return readerSizes.find((size) => String(size) === memory.getItem(SIZE_KEY)) ?? USUAL
}

export function rememberSize(memory: Pick<Memory, 'setItem'>, size: ReaderSize) {
  memory.setItem(SIZE_KEY, String(size))
}
