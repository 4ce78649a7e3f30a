import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { type Sort, sorts } from '@doslovno/domain/script/sort.ts'
import { LOCALE } from '@doslovno/texts/format.ts'

export const columns = ['uploadAt', 'fileName', 'duration', 'fileSize', 'status'] as const
export type Column = (typeof columns)[number]

const names = new Intl.Collator(LOCALE)

/** The `aria-sort` of a column; undefined when the list is sorted by another. */
export function directionOf(column: Column, sort: Sort): 'ascending' | 'descending' | undefined {
  if (sort.slice(1) !== column) return undefined
  return sort.startsWith('+') ? 'ascending' : 'descending'
}

/** The sort after a click on a column head: this column, reversed, or the default. */
export function nextSort(column: Column, sort: Sort): Sort {
  const own = sorts.filter((one) => one.slice(1) === column)
  const other = own[own.indexOf(sort) + 1]
  return other ?? (sort.slice(1) === column ? sorts[0] : (own[0] ?? sorts[0]))
}

/** Sorts files at hand as the server sorts a list. */
export function inOrder(scripts: readonly ScriptSummary[], sort: Sort): ScriptSummary[] {
  return scripts.toSorted(comparisons[sort])
}

type Comparison = (one: ScriptSummary, other: ScriptSummary) => number

const comparisons: Record<Sort, Comparison> = {
  '-uploadAt': (one, other) => other.uploadAt.localeCompare(one.uploadAt),
  '+uploadAt': (one, other) => one.uploadAt.localeCompare(other.uploadAt),
  '+fileName': (one, other) => names.compare(one.fileName, other.fileName),
  '-duration': (one, other) => (other.duration ?? -1) - (one.duration ?? -1),
  '-fileSize': (one, other) => other.fileSize - one.fileSize,
  '-status': (one, other) => other.status.localeCompare(one.status),
}
