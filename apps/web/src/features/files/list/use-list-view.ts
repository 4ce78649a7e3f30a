import { type Sort, sorts } from '@doslovno/domain/script/sort.ts'

import { type FileSearch, useFileSearch } from '#features/files/search/use-file-search.ts'
import { useRemembered } from '#lib/use-remembered.ts'

import { type ListSearch, listSearch } from './list-search.ts'
import { pageAfterResize, pageSize } from './page-size.ts'

type Address = { search: ListSearch; navigate: (to: { search: ListSearch; replace: boolean }) => unknown }

/** The state of the list. The address keeps all of it but the page size, so that «back» restores it. */
export function useListView({ search: { page = 1, sort = sorts[0], q = '', folder }, navigate }: Address) {
  const [size, setSize] = useRemembered(pageSize)
  const show = (next: ListSearch, replace = false) =>
    void navigate({ search: listSearch({ page, sort, q, folder, ...next }), replace })
  const search: FileSearch = useFileSearch(q, (asked) => show({ q: asked, page: 1 }, true))
  return {
    asked: q,
    search,
    view: {
      page,
      pageSize: size,
      sort,
      ...(folder !== undefined && { folder }),
      onPage: (next: number) => show({ page: next }),
      onPageSize: (next: number) => {
        setSize(next)
        show({ page: pageAfterResize(page, size, next) })
      },
      onSort: (next: Sort) => show({ sort: next, page: 1 }),
    },
  }
}
