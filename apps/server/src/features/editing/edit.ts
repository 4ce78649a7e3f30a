import type { Operation } from '@doslovno/contract/editing.ts'
import { applyOperation } from '@doslovno/domain/editing/operations.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'

import type { Context } from '#context.ts'
import { lockOwnScript, rememberWords, speakerNames } from '#features/scripts/index.ts'
import { AppError } from '#platform/errors.ts'

import { differenceOf } from './places.ts'
import { deletePlaces, insertEdit, insertPlaces, keepOriginal, placedSegments, replaceNames } from './repo.ts'

type Edit = { scriptId: string; userId: string; version: number; operation: Operation }

/** Applies one change to the text its author saw; a text that has moved on is not changed. */
export function editTranscript(ctx: Context, { scriptId, userId, version, operation }: Edit): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    const script = await lockOwnScript(tx, scriptId, userId)
    if (!isCompleted(script.status) || script.expiredAt) throw new AppError('notFound')
    if (script.textVersion !== version) throw new AppError('editConflict')
    const [before, speakers] = [await placedSegments(tx, scriptId), await speakerNames(tx, scriptId)]
    const segments = before.map(({ segment }) => segment)
    const after = applyOperation({ segments, speakers }, operation)
    if (!after) throw new AppError('invalidRequest')
    if (version === 0) await keepOriginal(tx, scriptId)
    const { removed, added } = differenceOf(before, after.segments)
    await deletePlaces(tx, scriptId, removed)
    await insertPlaces(tx, script, added)
    if (after.speakers !== speakers) await replaceNames(tx, scriptId, after.speakers)
    await rememberWords(
      tx,
      added.map(({ segment }) => segment.text),
    )
    await insertEdit(tx, { scriptId, version: version + 1, operation, editedAt: ctx.now() })
    return version + 1
  })
}
