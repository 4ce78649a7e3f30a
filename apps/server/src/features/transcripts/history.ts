import type { Reply } from '@doslovno/contract/endpoint.ts'
import type { listHistory, listUndo } from '@doslovno/contract/history.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import { stackedSteps } from '@doslovno/domain/history/versions.ts'

import type { Context } from '#context.ts'
import { lockOwnScript } from '#features/scripts/index.ts'
import type { Db } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'

import { editsBefore, hasEditsBefore, nameEdit, stackAt } from './history-repo.ts'

/** More steps come after these are undone. */
const STEPS_AT_ONCE = 100

type Text = { id: string; textVersion: number }

/** The next steps to undo and to redo after a version. A new edit in between does not change them. */
export async function undoAt(db: Db, { id, textVersion: version }: Text): Promise<Reply<typeof listUndo>> {
  const stepsOf = async (side: 'undo' | 'redo') =>
    stackedSteps(await stackAt(db, id, { version, side, most: STEPS_AT_ONCE })).toReversed()
  const [undo, redo] = [await stepsOf('undo'), await stepsOf('redo')]
  return { version, undo, redo } as Reply<typeof listUndo> // the contract's arrays are mutable
}

export async function historyBefore(db: Db, scriptId: string, before: number): Promise<Reply<typeof listHistory>> {
  const rows = await editsBefore(db, scriptId, before)
  const edits = rows.map((edit) => ({ ...edit, editedAt: edit.editedAt.toISOString() }))
  const last = edits.at(-1)?.version
  const hasMore = last !== undefined && (await hasEditsBefore(db, scriptId, last))
  return { edits, ...(hasMore && { next: last }) }
}

type Naming = { scriptId: string; version: number; name: string }

/** Names the text after an edit. */
export function nameVersion(ctx: Context, actor: Actor, { scriptId, version, name }: Naming): Promise<string | null> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockOwnScript(tx, scriptId, actor)
    const given = name === '' ? null : name
    if (!(await nameEdit(tx, scriptId, version, given))) throw new AppError('notFound')
    return given
  })
}
