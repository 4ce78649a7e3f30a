import { useState } from 'react'

export const PAGE_SIZES = [10, 20, 50, 100] as const
export const FIRST_PAGE_SIZE = PAGE_SIZES[0]

const KEY = 'pageSize'

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function recallPageSize(memory: Memory): number {
  return PAGE_SIZES.find((size) => String(size) === memory.getItem(KEY)) ?? FIRST_PAGE_SIZE
}

/** Stores every choice but the default. */
export function rememberPageSize(memory: Memory, size: number) {
  if (size === FIRST_PAGE_SIZE) memory.removeItem(KEY)
  else memory.setItem(KEY, String(size))
}

/** The page that holds the first file of the current one after a change of page size. */
export function pageAfterResize(page: number, size: number, nextSize: number): number {
  return Math.floor(((page - 1) * size) / nextSize) + 1
}

export function usePageSize() {
  const [pageSize, setPageSize] = useState(() => recallPageSize(localStorage))
  const choose = (size: number) => {
    setPageSize(size)
    rememberPageSize(localStorage, size)
  }
  return [pageSize, choose] as const
}
