import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import type { Sort } from '@doslovno/domain/script/sort.ts'
import type { ReactNode } from 'react'

import type { ListPage } from '#lib/queries/scripts.ts'

/** What of the files is looked at, how to look at something else, and what can be done with each. */
export type ListView = ListPage & {
  onPage: (page: number) => void
  onPageSize: (size: number) => void
  onSort: (sort: Sort) => void
  actionsOf: (script: ScriptSummary) => ReactNode
}

export type RowsProps = {
  scripts: readonly ScriptSummary[]
  view: ListView
  now: Date
  /** The words that were searched for. */
  search?: string
}
