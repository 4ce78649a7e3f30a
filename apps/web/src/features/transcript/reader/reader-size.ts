import { oneOf, remembered } from '#lib/remembered.ts'

/** Sizes of the transcript's text, in pixels. */
export const readerSizes = [15, 17, 19, 22] as const
export type ReaderSize = (typeof readerSizes)[number]

/** The size in this browser. */
export const readerSize = remembered('readerSize', oneOf<ReaderSize>(readerSizes, 17))
