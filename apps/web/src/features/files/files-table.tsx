import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { filesTexts } from '@doslovno/texts/files.ts'
import { Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'

import { tableDate } from '#lib/format/day.ts'
import { titleOf } from '#lib/format/file-name.ts'
import { fileSize } from '#lib/format/size.ts'

import { Duration } from './duration.tsx'
import { StatusBadge } from './status-badge.tsx'
import { TypeIcon } from './type-icon.tsx'

import classes from './files.module.css'

const COLUMNS = ['uploadAt', 'fileName', 'duration', 'fileSize', 'status'] as const

export function FilesTable({ scripts }: { scripts: readonly ScriptSummary[] }) {
  return (
    <div className={classes.box}>
      <Table className={classes.table} verticalSpacing={0}>
        <Table.Thead>
          <Table.Tr>
            {COLUMNS.map((column) => (
              <Table.Th key={column} data-col={column}>
                {filesTexts.columns[column]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {scripts.map((script) => (
            <Row key={script.id} script={script} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

/** The whole row opens the file: the link in it is stretched over the row. */
function Row({ script }: { script: ScriptSummary }) {
  return (
    <Table.Tr className={classes.row}>
      <Table.Td className="num" data-col="uploadAt">
        {tableDate(script.uploadAt)}
      </Table.Td>
      <Table.Td data-col="fileName">
        <div className={classes.nameCell}>
          <TypeIcon type={script.type} />
          <Link to="/files/$scriptId" params={{ scriptId: script.id }} className={classes.name} title={script.fileName}>
            {titleOf(script.fileName)}
          </Link>
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
    </Table.Tr>
  )
}
