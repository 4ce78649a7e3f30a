import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import type { Sort } from '@doslovno/domain/script/sort.ts'
import { filesTexts } from '@doslovno/texts/files.ts'
import { Table, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'

import { hasMatch, MatchLink } from '#features/files/search/match-link.tsx'
import { tableDate } from '#lib/format/day.ts'
import { fileSize } from '#lib/format/size.ts'

import { Duration } from './duration.tsx'
import { FileNote } from './file-note.tsx'
import type { RowsProps } from './list-view.ts'
import { type Column, columns, directionOf, nextSort } from './orders.ts'
import { StatusBadge } from './status-badge.tsx'
import { TypeIcon } from './type-icon.tsx'

import classes from '#features/files/files.module.css'

export function FilesTable({ scripts, view: { sort, onSort, actionsOf }, search }: RowsProps) {
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
          {scripts.map((script, index) => (
            <Row
              key={script.id}
              script={script}
              date={dateOf(script)}
              dateAbove={dateOf(scripts[index - 1])}
              search={search}
              actions={actionsOf(script)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function dateOf(script: ScriptSummary | undefined): string | undefined {
  return script && tableDate(script.uploadAt)
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
  date: string | undefined
  /** A date that only repeats it is not shown again. */
  dateAbove: string | undefined
  search: string | undefined
  actions: ReactNode
}

/** The link is stretched over the row, so that a click anywhere opens the file. */
function Row({ script, date, dateAbove, search, actions }: RowProps) {
  return (
    <Table.Tr className={classes.row} data-expired={script.isExpired || undefined}>
      <Table.Td className="num" data-col="uploadAt">
        <span className={date === dateAbove ? 'visually-hidden' : undefined}>{date}</span>
      </Table.Td>
      <Table.Td data-col="fileName">
        <div className={classes.nameCell}>
          <TypeIcon type={script.type} />
          <div className={classes.nameText}>
            <Link
              to="/files/$scriptId"
              params={{ scriptId: script.id }}
              className={classes.name}
              title={script.fileName}
            >
              {script.fileName}
            </Link>
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
        <div className={classes.actions}>{actions}</div>
      </Table.Td>
    </Table.Tr>
  )
}
