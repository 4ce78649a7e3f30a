import type { Operation } from '@doslovno/contract/editing.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import { applyOperation, invertOperation } from '@doslovno/domain/editing/operations.ts'
import { growsTooLong, type Speaker } from '@doslovno/domain/editing/transcript.ts'
import { type EditSource, topsAfter } from '@doslovno/domain/history/versions.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { countSpeakers, type Segment, toSegments } from '@doslovno/domain/transcript/segments.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'

import type { Context } from '#context.ts'
import { lockOwnScript, updateScript } from '#features/scripts/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { insertEdit, pruneEdits, stacksAt } from './history-repo.ts'
import {
  deleteSegments,
  type IndexedSegment,
  indexedSegments,
  insertSegments,
  keepOriginal,
  replaceNames,
  speakerNames,
} from './repo.ts'
import { rememberWords } from './words-repo.ts'

/** An operation, the step it belongs to, and who made it if not the owner by hand. */
type Change = { operation: Operation; step?: string | undefined; source?: EditSource | undefined }
type Edit = Change & { scriptId: string; version: number }

/** Applies one operation to exactly the version its author saw; returns the new version. */
export function editTranscript(ctx: Context, actor: Actor, { scriptId, version, ...change }: Edit): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    const script = await lockOwnScript(tx, scriptId, actor)
    if (!isCompleted(script.status) || script.expiredAt) throw new AppError('notFound')
    if (script.textVersion !== version) throw new AppError('editConflict')
    await apply(ctx, tx, script, { ...change, ...byProgram(actor) })
    return version + 1
  })
}

/** Serves the endpoint of the first API: applies `nameSpeaker` to the current version, whichever it is. */
export function nameSpeaker(ctx: Context, actor: Actor, scriptId: string, speaker: Speaker): Promise<Speaker[]> {
  return ctx.db.transaction().execute(async (tx) => {
    const script = await lockOwnScript(tx, scriptId, actor)
    await apply(ctx, tx, script, { operation: { kind: 'nameSpeaker', speaker }, ...byProgram(actor) })
    return speakerNames(tx, scriptId)
  })
}

/** Adds words of a second hearing where they were said, by the voice that speaks before them. */
export async function addHeard(ctx: Context, tx: Tx, script: ScriptRow, words: readonly Word[]): Promise<void> {
  const segments = await indexedSegments(tx, script.id)
  const start = words[0]?.start ?? 0
  const at = segments.filter(({ segment }) => segment.start < start).length
  const speaker = (segments[at - 1] ?? segments[at])?.segment.speaker ?? 0
  const added = toSegments(words, speaker).map((segment) => ({ ...segment, words: [...segment.words] }))
  await apply(ctx, tx, script, { operation: { kind: 'restoreSegments', patches: [{ at, count: 0, segments: added }] } })
}

function byProgram({ kind }: Actor): Pick<Change, 'source'> {
  return kind === 'key' ? { source: 'program' } : {}
}

async function apply(ctx: Context, tx: Tx, script: ScriptRow, change: Change): Promise<void> {
  const { operation } = change
  const { id: scriptId, userId, textVersion } = script
  const [before, speakers] = [await indexedSegments(tx, scriptId), await speakerNames(tx, scriptId)]
  const segments = before.map(({ segment }) => segment)
  const after = applyOperation({ segments, speakers }, operation)
  const inverse = invertOperation(operation, { segments, speakers })
  if (!after || !inverse) throw new AppError('invalidRequest')
  if (growsTooLong(segments, after.segments, script.durationSeconds ?? 0)) throw new AppError('textTooLong')
  if (textVersion === 0) await keepOriginal(tx, scriptId)
  const { removed, added } = differenceOf(before, after.segments)
  await deleteSegments(tx, scriptId, removed)
  await insertSegments(tx, { scriptId, userId }, added)
  if (after.speakers !== speakers) await replaceNames(tx, scriptId, after.speakers)
  await rememberWords(
    tx,
    { scriptId, userId },
    added.map(({ segment }) => segment.text),
  )
  const version = textVersion + 1
  const tops = topsAfter(await stacksAt(tx, scriptId, textVersion), version, change)
  await insertEdit(tx, { scriptId, version, ...change, inverse, ...tops, editedAt: ctx.now() })
  await pruneEdits(tx, scriptId)
  await updateScript(tx, scriptId, { textVersion: version, speakers: countSpeakers(after.segments) })
}

/** Rows to delete and to insert so that the stored text becomes `after`. */
type Difference = { removed: number[]; added: IndexedSegment[] }

/** Operations return untouched segments as the same objects; only the others are written. */
function differenceOf(before: readonly IndexedSegment[], after: readonly Segment[]): Difference {
  return before.length === after.length ? inPlace(before, after) : between(before, after)
}

function inPlace(before: readonly IndexedSegment[], after: readonly Segment[]): Difference {
  const changed = before.flatMap(({ index, segment }, at) => {
    const other = after[at]
    return other && other !== segment ? [{ index, segment: other }] : []
  })
  return { removed: changed.map(({ index }) => index), added: changed }
}

/** Rewrites the range between the common head and the common tail, with indexes that fit between its neighbours. */
function between(before: readonly IndexedSegment[], after: readonly Segment[]): Difference {
  const head = lengthWhile((at) => before[at]?.segment === after[at], Math.min(before.length, after.length))
  const most = Math.min(before.length, after.length) - head
  const tail = lengthWhile((at) => before.at(-1 - at)?.segment === after.at(-1 - at), most)
  const removed = before.slice(head, before.length - tail).map(({ index }) => index)
  const inserted = after.slice(head, after.length - tail)
  const low = before[head - 1]?.index ?? (before[0]?.index ?? 0) - 1
  const high = before[before.length - tail]?.index ?? (before.at(-1)?.index ?? 0) + 1
  const step = (high - low) / (inserted.length + 1)
  return { removed, added: inserted.map((segment, at) => ({ index: low + step * (at + 1), segment })) }
}

function lengthWhile(isSame: (at: number) => boolean, most: number): number {
  let length = 0
  while (length < most && isSame(length)) length += 1
  return length
}
