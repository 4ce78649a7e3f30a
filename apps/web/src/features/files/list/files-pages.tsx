import { filesTexts } from '@doslovno/texts/files.ts'
import { NativeSelect, Pagination } from '@mantine/core'
import { useEffect, useId } from 'react'

import type { ListView } from './list-view.ts'
import { FIRST_PAGE_SIZE, PAGE_SIZES } from './page-size.ts'

import classes from '#features/files/files.module.css'

/** Shown when the list is longer than the smallest page. */
export function FilesPages({ view: { page, pageSize, onPage, onPageSize }, total }: { view: ListView; total: number }) {
  const sizeId = useId()
  if (total <= FIRST_PAGE_SIZE) return null
  const from = (page - 1) * pageSize + 1
  return (
    <nav className={classes.pages} aria-label={filesTexts.pages}>
      <span className="num">{filesTexts.range(from, Math.min(page * pageSize, total), total)}</span>
      {total > pageSize && (
        <Pagination
          value={page}
          total={Math.ceil(total / pageSize)}
          onChange={onPage}
          size="md"
          getItemProps={(item) => ({ 'aria-label': filesTexts.page(item) })}
          getControlProps={(control) => ({
            'aria-label': control === 'previous' ? filesTexts.previousPage : filesTexts.nextPage,
          })}
        />
      )}
      <div className={classes.pageSize}>
        <label htmlFor={sizeId}>{filesTexts.pageSize}</label>
        <NativeSelect
          id={sizeId}
          data={PAGE_SIZES.map(String)}
          value={String(pageSize)}
          onChange={({ currentTarget }) => onPageSize(Number(currentTarget.value))}
        />
      </div>
    </nav>
  )
}

/** Goes to the last page from one past the end: its last file was deleted, or the address is wrong. */
export function useExistingPage({ page, pageSize, onPage }: ListView, total: number | undefined) {
  const lastPage = total === undefined ? undefined : Math.max(Math.ceil(total / pageSize), 1)
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) onPage(lastPage)
  }, [page, lastPage, onPage])
}
