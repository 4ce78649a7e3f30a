import { useEffect } from 'react'

import type { ListView } from './list-view.ts'

/** Goes to the last page from one past the end: its last file was deleted, or the address is wrong. */
export function useExistingPage({ page, pageSize, onPage }: ListView, total: number | undefined) {
  const lastPage = total === undefined ? undefined : Math.max(Math.ceil(total / pageSize), 1)
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) onPage(lastPage)
  }, [page, lastPage, onPage])
}
