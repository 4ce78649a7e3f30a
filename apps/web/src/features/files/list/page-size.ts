import { oneOf, remembered } from '#lib/remembered.ts'

export const PAGE_SIZES = [10, 20, 50, 100] as const
export const FIRST_PAGE_SIZE = PAGE_SIZES[0]

/** Stores every choice but the default. */
export const pageSize = remembered('pageSize', oneOf<number>(PAGE_SIZES, FIRST_PAGE_SIZE), (size) =>
  size === FIRST_PAGE_SIZE ? null : String(size),
)

/** The page that holds the first file of the current one after a change of page size. */
export function pageAfterResize(page: number, size: number, nextSize: number): number {
  return Math.floor(((page - 1) * size) / nextSize) + 1
}
