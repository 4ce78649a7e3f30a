import { type Sort, sorts } from '@doslovno/domain/script/sort.ts'
import { getRouteApi } from '@tanstack/react-router'

import { type ListSearch, listSearch } from '#features/files/list-search.ts'
import { pageAfterResize, usePageSize } from '#features/files/page-size.ts'
import { type FileSearch, useFileSearch } from '#features/files/use-file-search.ts'

const route = getRouteApi('/framed/')

/** What of the files is looked at. The address keeps all but the size of a page, so that one comes back to it. */
export function useListView() {
  const { page = 1, sort = sorts[0], q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const [pageSize, setPageSize] = usePageSize()
  const show = (next: ListSearch, replace = false) =>
    void navigate({ search: listSearch({ page, sort, q, ...next }), replace })
  const search: FileSearch = useFileSearch(q, (asked) => show({ q: asked, page: 1 }, true))
  return {
    asked: q,
    search,
    view: {
      page,
      pageSize,
      sort,
      onPage: (next: number) => show({ page: next }),
      onPageSize: (size: number) => {
        setPageSize(size)
        show({ page: pageAfterResize(page, pageSize, size) })
      },
      onSort: (next: Sort) => show({ sort: next, page: 1 }),
    },
  }
}
