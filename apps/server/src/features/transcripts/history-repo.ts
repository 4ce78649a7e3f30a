import type { Operation } from '@doslovno/contract/editing.ts'
import type { Operation as Inverse } from '@doslovno/domain/editing/operations.ts'
import type { TextSize } from '@doslovno/domain/editing/transcript.ts'
import type { EditSource, Stacked, Stacks, Tops } from '@doslovno/domain/history/versions.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'

import { countedSize } from './repo.ts'

type Edit = Tops & {
  scriptId: string
  version: number
  operation: Operation
  inverse: Inverse
  step?: string | undefined
  source?: EditSource | undefined
  /** Of the text after the edit. */
  size: TextSize
  editedAt: Date
}

export async function insertEdit(db: Db, { operation, inverse, size, ...edit }: Edit): Promise<void> {
  const back = JSON.stringify(inverse)
  await db
    .insertInto('edits')
    .values({
      ...edit,
      operation: JSON.stringify(operation),
      inverse: back,
      inverseBytes: Buffer.byteLength(back),
      textItems: size.items,
      textLetters: size.letters,
    })
    .execute()
}

/** The size of the text at a version. Only that of a text whose last edit knows none is counted. */
export async function sizeAt(db: Db, scriptId: string, version: number): Promise<TextSize> {
  const last = await db
    .selectFrom('edits')
    .select(['textItems as items', 'textLetters as letters'])
    .where('scriptId', '=', scriptId)
    .where('version', '=', version)
    .executeTakeFirst()
  const { items = null, letters = null } = last ?? {}
  return items === null || letters === null ? countedSize(db, scriptId) : { items, letters }
}

/** Tabs further behind than this load the whole text again; older versions cannot be restored. */
const MOST_EDITS = 2000
const MOST_HISTORY_BYTES = 10_000_000

/** Deletes the oldest edits beyond the limits of a history. */
export async function pruneEdits(db: Db, scriptId: string): Promise<void> {
  await sql`
    delete from edits where script_id = ${scriptId} and version <= (
      select max(version) from (
        select version, row_number() over newest as edits, sum(size_bytes + inverse_bytes) over newest as bytes
        from edits where script_id = ${scriptId} window newest as (order by version desc)
      ) as history
      where edits > ${MOST_EDITS} or bytes > ${MOST_HISTORY_BYTES} and edits > 1)`.execute(db)
}

const PAGE_BYTES = 2_000_000

type Page = { after: number; upTo: number; limit: number }

/** Edits after a version, as many as fit a page and at least one; none if the next edit is gone. */
export async function editsAfter(db: Db, scriptId: string, { after, upTo, limit }: Page): Promise<Operation[]> {
  const { rows } = await sql<{ version: number; operation: Operation }>`
    select version, operation from (
      select *, sum(size_bytes) over (order by version) - size_bytes as bytes_before
      from edits where script_id = ${scriptId} and version > ${after} and version <= ${upTo}
    ) as missed
    where bytes_before < ${PAGE_BYTES} order by version limit ${limit}`.execute(db)
  return rows[0]?.version === after + 1 ? rows.map(({ operation }) => operation) : []
}

const PAGE_EDITS = 500

type PastRow = {
  version: number
  editedAt: Date
  source: EditSource | null
  name: string | null
  inverse: Operation | null
}

/** Edits before a version, newest first, as many as fit a page and at least one. */
export async function editsBefore(db: Db, scriptId: string, before: number): Promise<PastRow[]> {
  const { rows } = await sql<PastRow>`
    select version, edited_at, source, name, inverse from (
      select *, sum(inverse_bytes) over (order by version desc) - inverse_bytes as bytes_before
      from edits where script_id = ${scriptId} and version < ${before}
    ) as past
    where bytes_before < ${PAGE_BYTES} order by version desc limit ${PAGE_EDITS}`.execute(db)
  return rows
}

/** Whether an edit is the oldest one that is kept. */
export async function hasEditsBefore(db: Db, scriptId: string, version: number): Promise<boolean> {
  const older = await db
    .selectFrom('edits')
    .select('version')
    .where('scriptId', '=', scriptId)
    .where('version', '<', version)
    .limit(1)
    .executeTakeFirst()
  return older !== undefined
}

/** False if the edit does not exist. */
export async function nameEdit(db: Db, scriptId: string, version: number, name: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('edits')
    .set({ name })
    .where('scriptId', '=', scriptId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Side = 'undo' | 'redo'

/** The edits on top of both stacks after a version. */
export async function stacksAt(db: Db, scriptId: string, version: number): Promise<Stacks> {
  const [[undo], [redo]] = [
    await stackAt(db, scriptId, { version, side: 'undo', most: 1 }),
    await stackAt(db, scriptId, { version, side: 'redo', most: 1 }),
  ]
  return { undo, redo }
}

const STACK_BYTES = 300_000

type StackedRow = Stacked & { step: string | null; inverse: Operation }

/** The edits of a stack after a version, from its top down; at least one if there is any. */
export async function stackAt(
  db: Db,
  scriptId: string,
  { version, side, most }: { version: number; side: Side; most: number },
): Promise<StackedRow[]> {
  const top = sql.ref(side === 'undo' ? 'undo_top' : 'redo_top')
  const { rows } = await sql<StackedRow>`
    with recursive stack as (
      select ${top} as version, 0 as depth, 0::bigint as bytes
      from edits where script_id = ${scriptId} and version = ${version}
      union all
      select under.${top}, depth + 1, bytes + edits.inverse_bytes
      from stack
      join edits on edits.script_id = ${scriptId} and edits.version = stack.version
      left join edits as under on under.script_id = ${scriptId} and under.version = stack.version - 1
      where depth + 1 < ${most} and bytes + edits.inverse_bytes < ${STACK_BYTES}
    )
    select edits.version, edits.step, edits.inverse, under.${top} as below
    from stack
    join edits on edits.script_id = ${scriptId} and edits.version = stack.version
    left join edits as under on under.script_id = ${scriptId} and under.version = stack.version - 1
    where edits.inverse is not null
    order by depth`.execute(db)
  return rows
}
