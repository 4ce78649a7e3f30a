import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import type { Sort } from '@doslovno/domain/script/sort.ts'
import type { ReactNode } from 'react'

import type { Selection } from '#features/files/select/use-selection.ts'
import type { ListPage } from '#lib/queries/scripts.ts'

/** The visible part of the files, how to change it, and the actions of a row. */
export type ListView = ListPage & {
  onPage: (page: number) => void
  onPageSize: (size: number) => void
  onSort: (sort: Sort) => void
  actionsOf: (script: ScriptSummary) => ReactNode
  selection: Selection
  /** Actions on the selected files. */
  bulkOf: (scripts: readonly ScriptSummary[]) => ReactNode
  /** Files can be dragged once there is a folder. */
  onDrag?: ((scripts: readonly ScriptSummary[]) => void) | undefined
  /** Where a file is, in lists of all files. */
  folderNameOf: (script: ScriptSummary) => string | undefined
}

export type RowsProps = {
  scripts: readonly ScriptSummary[]
  view: ListView
  now: Date
  /** The search words, for highlighting. */
  search?: string
}
