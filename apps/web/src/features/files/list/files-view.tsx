import { useMediaQuery } from '@mantine/hooks'

import { SMALL_SCREEN } from '#ui/screens.ts'

import { FileCards } from './file-cards.tsx'
import { FilesTable } from './files-table.tsx'
import type { RowsProps } from './list-view.ts'
import { SortMenu } from './sort-menu.tsx'

/** A table, or cards on a phone. */
export function FilesView(props: RowsProps) {
  const isSmall = useMediaQuery(SMALL_SCREEN, undefined, { getInitialValueInEffect: false })
  if (!isSmall) return <FilesTable {...props} />
  return (
    <>
      <SortMenu sort={props.view.sort} onChange={props.view.onSort} />
      <FileCards {...props} />
    </>
  )
}
