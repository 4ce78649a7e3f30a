import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import type { Sort } from '@doslovno/domain/script/sort.ts'
import { filesTexts } from '@doslovno/texts/files.ts'
import { moveTexts } from '@doslovno/texts/folders.ts'
import { Table, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { DragEvent } from 'react'

import { dragFiles } from '#features/files/folders/drag-files.ts'
import { hasMatch, MatchLink } from '#features/files/search/match-link.tsx'
import { Pick } from '#features/files/select/selection-bar.tsx'
import { tableDate } from '#lib/format/day.ts'
import { fileSize } from '#lib/format/size.ts'
import { clock } from '#lib/format/time.ts'

import { FileNote, StatusBadge, TypeIcon } from './file-cells.tsx'
import type { ListView, RowsProps } from './list-view.ts'
import { type Column, columns, directionOf, nextSort } from './orders.ts'

import classes from '#features/files/files.module.css'
import folderClasses from '#features/files/folders/folders.module.css'

export function FilesTable({ scripts, view, search }: RowsProps) {
  const { sort, onSort } = view
  return (
    <div className={classes.box}>
      <Table className={classes.table} verticalSpacing={0}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Head key={column} column={column} sort={sort} onSort={onSort} />
            ))}
            <Table.Th scope="col" data-col="actions">
              <span className="visually-hidden">{filesTexts.columns.actions}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {scripts.map((script) => (
            <Row key={script.id} script={script} scripts={scripts} search={search} view={view} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Head({ column, sort, onSort }: { column: Column; sort: Sort; onSort: (sort: Sort) => void }) {
  const direction = directionOf(column, sort)
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <Table.Th scope="col" data-col={column} aria-sort={direction}>
      <UnstyledButton
        className={classes.sortButton}
        data-active={direction !== undefined || undefined}
        onClick={() => onSort(nextSort(column, sort))}
      >
        {filesTexts.columns[column]}
        {direction && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </Table.Th>
  )
}

type RowProps = {
  script: ScriptSummary
  /** All rows. */
  scripts: readonly ScriptSummary[]
  search: string | undefined
  view: ListView
}

/** The link is stretched over the row, so that a click anywhere opens the file. */
function Row({ script, scripts, search, view }: RowProps) {
  const { selection, onDrag, actionsOf, folderNameOf } = view
  const isPicked = selection.ids.has(script.id)
  const folder = folderNameOf(script)
  const drag = (event: DragEvent) => {
    const dragged = isPicked ? scripts.filter(({ id }) => selection.ids.has(id)) : [script]
    dragFiles(event, moveTexts.dragged(dragged.length), folderClasses.badge)
    onDrag?.(dragged)
  }
  return (
    <Table.Tr
      className={classes.row}
      data-expired={script.isExpired || undefined}
      data-picked={isPicked || undefined}
      draggable={onDrag !== undefined}
      onDragStart={onDrag && drag}
    >
      <Table.Td className="num" data-col="uploadAt">
        {tableDate(script.uploadAt)}
      </Table.Td>
      <Table.Td data-col="fileName">
        <div className={classes.nameCell}>
          <div className={classes.pick}>
            <TypeIcon type={script.type} />
            <Pick script={script} among={scripts.map(({ id }) => id)} selection={selection} />
          </div>
          <div className={classes.nameText}>
            <Link
              to="/files/$scriptId"
              params={{ scriptId: script.id }}
              className={classes.name}
              title={script.fileName}
            >
              {script.fileName}
            </Link>
            {folder !== undefined && <span className={classes.folderName}>{folder}</span>}
            {hasMatch(script, search) ? <MatchLink script={script} search={search} /> : <FileNote script={script} />}
          </div>
        </div>
      </Table.Td>
      <Table.Td className="num" data-col="duration">
        <Duration seconds={script.duration} />
      </Table.Td>
      <Table.Td className="num" data-col="fileSize">
        {fileSize(script.fileSize)}
      </Table.Td>
      <Table.Td data-col="status">
        <StatusBadge script={script} />
      </Table.Td>
      <Table.Td data-col="actions">
        <div className={classes.actions}>{actionsOf(script)}</div>
      </Table.Td>
    </Table.Tr>
  )
}

/** The length of a recording, or a dash until the server has inspected it. */
function Duration({ seconds }: { seconds: number | null }) {
  if (seconds !== null) return clock(seconds)
  return (
    <>
      <span aria-hidden>—</span>
      <span className="visually-hidden">{filesTexts.noDuration}</span>
    </>
  )
}
