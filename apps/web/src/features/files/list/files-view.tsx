import { type Sort, sorts } from '@doslovno/domain/script/sort.ts'
import { filesTexts, sortTexts } from '@doslovno/texts/files.ts'
import { selectTexts } from '@doslovno/texts/folders.ts'
import { Button, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'

import { SelectionBar } from '#features/files/select/selection-bar.tsx'
import { SMALL_SCREEN } from '#ui/screens.ts'

import { FileCards } from './file-cards.tsx'
import { FilesTable } from './files-table.tsx'
import type { RowsProps } from './list-view.ts'

import classes from '#features/files/files.module.css'

/** A table, or cards on a phone, and what can be done with the selected files. */
export function FilesView(props: RowsProps) {
  const { scripts, view } = props
  const { selection } = view
  const isSmall = useMediaQuery(SMALL_SCREEN, undefined, { getInitialValueInEffect: false })
  const among = scripts.map(({ id }) => id)
  const selected = scripts.filter(({ id }) => selection.ids.has(id))
  const selectAll = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.code !== 'KeyA') return
    event.preventDefault()
    selection.take(among)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of the rows in it
    <div onKeyDown={selectAll}>
      {(selected.length > 0 || selection.isOn) && (
        <SelectionBar selection={selection} count={selected.length} among={among}>
          {view.bulkOf(selected)}
        </SelectionBar>
      )}
      {isSmall && (
        <div className={classes.tools}>
          <SortMenu sort={view.sort} onChange={view.onSort} />
          {!selection.isOn && (
            <Button variant="subtle" onClick={selection.start}>
              {selectTexts.start}
            </Button>
          )}
        </div>
      )}
      {isSmall ? <FileCards {...props} /> : <FilesTable {...props} />}
    </div>
  )
}

const choices = sorts.map((sort) => ({ value: sort, label: sortTexts[sort] }))

/** Sorts the cards; a table sorts by its heads. */
function SortMenu({ sort, onChange }: { sort: Sort; onChange: (sort: Sort) => void }) {
  return (
    <NativeSelect
      className={classes.sort}
      aria-label={filesTexts.sort}
      data={choices}
      value={sort}
      onChange={({ currentTarget }) => onChange(sorts.find((one) => one === currentTarget.value) ?? sorts[0])}
    />
  )
}
