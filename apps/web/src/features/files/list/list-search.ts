import { SHORTEST_SEARCH, type Sort, sorts, toSort } from '@doslovno/domain/script/sort.ts'

/** The state of the list that the address holds. */
export type ListSearch = { page?: number; sort?: Sort; q?: string; folder?: string }

type Asked = Record<keyof ListSearch, unknown>

/** Parses the query of the address; defaults and nonsense are left out. */
export function listSearch({ page, sort, q, folder }: Partial<Asked>): ListSearch {
  const wantedPage = Number(page)
  const wantedSort = sorts.slice(1).find((one) => one === toSort(textOf(sort)))
  const wanted = toSearch(textOf(q))
  return {
    ...(Number.isInteger(wantedPage) && wantedPage > 1 && { page: wantedPage }),
    ...(wantedSort && { sort: wantedSort }),
    ...(wanted && { q: wanted }),
    ...folderSearch(folder),
  }
}

/** The open folder. */
export function folderSearch(folder: unknown): { folder?: string } {
  return typeof folder === 'string' && UUID.test(folder) ? { folder } : {}
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Empty while it is too short to search for. */
export function toSearch(text: string): string {
  const trimmed = text.trim()
  return trimmed.length < SHORTEST_SEARCH ? '' : trimmed
}

/** The router parses numbers in a query. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
