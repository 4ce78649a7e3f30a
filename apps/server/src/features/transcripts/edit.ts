import type { Operation } from '@doslovno/contract/editing.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import { applyOperation, invertOperation, rangesRead } from '@doslovno/domain/editing/operations.ts'
import { growsTooLong, sizeOf, type Speaker, type TextSize } from '@doslovno/domain/editing/transcript.ts'
import { type EditSource, topsAfter } from '@doslovno/domain/history/versions.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { countSpeakers, type Segment, toSegments } from '@doslovno/domain/transcript/segments.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'

import type { Context } from '#context.ts'
import { lockOwnScript, updateScript } from '#features/scripts/index.ts'
import { isLockTimeout } from '#platform/database-failures.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { SlotsByKey } from '#platform/limits/slots.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { type Difference, differenceOf, replacedIn } from './difference.ts'
import { insertEdit, pruneEdits, sizeAt, stacksAt } from './history-repo.ts'
import {
  assignSpeakers,
  deleteSegments,
  type IndexedSegment,
  insertSegments,
  keepOriginal,
  limitLockWaits,
  listSentences,
  outlineWith,
  renumber,
  replaceNames,
  speakerNames,
} from './repo.ts'
import { rememberWords } from './words-repo.ts'

/** An operation, the step it belongs to, and who made it if not the owner by hand. */
type Change = { operation: Operation; step?: string | undefined; source?: EditSource | undefined }
type Edit = Change & { scriptId: string; version: number }

/** Applies one operation to exactly the version its author saw; returns the new version. */
export async function editTranscript(
  ctx: Context,
  actor: Actor,
  { scriptId, version, ...change }: Edit,
): Promise<number> {
  if (isWide(change.operation)) await ctx.rateLimits.spend('wideEditsByUser', actor.userId)
  return inTurn(ctx, actor, async (tx) => {
    const script = await lockOwnScript(tx, scriptId, actor)
    if (!isCompleted(script.status) || script.expiredAt) throw new AppError('notFound')
    if (script.textVersion !== version) throw new AppError('editConflict')
    await apply(ctx, tx, script, { ...change, ...byProgram(actor) })
    return version + 1
  })
}

/** Serves the endpoint of the first API: applies `nameSpeaker` to the current version, whichever it is. */
export function nameSpeaker(ctx: Context, actor: Actor, scriptId: string, speaker: Speaker): Promise<Speaker[]> {
  return inTurn(ctx, actor, async (tx) => {
    const script = await lockOwnScript(tx, scriptId, actor)
    await apply(ctx, tx, script, { operation: { kind: 'nameSpeaker', speaker }, ...byProgram(actor) })
    return speakerNames(tx, scriptId)
  })
}

/** Of each user one edit runs and these wait: more would keep the connections of all others. */
const WAITING = 3
const turns = new SlotsByKey(1, WAITING)

async function inTurn<T>({ db }: Context, { userId }: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
  const edit = () =>
    db.transaction().execute(async (tx) => {
      await limitLockWaits(tx)
      return { done: await work(tx) }
    })
  const made = await turns.use(userId, edit).catch((error: unknown) => {
    throw isLockTimeout(error) ? new AppError('editConflict', { cause: error }) : error
  })
  if (!made) throw new AppError('tooManyRequests', { retryAfterSeconds: 1 })
  return made.done
}

/** Few edits read so many segments: large replacements, returns to a version. */
const WIDE_SEGMENTS = 5000

function isWide(operation: Operation): boolean {
  return rangesRead(operation).reduce((sum, { count }) => sum + count, 0) > WIDE_SEGMENTS
}

/** Adds words of a second hearing where they were said, by the voice that speaks before them. */
export async function addHeard(ctx: Context, tx: Tx, script: ScriptRow, words: readonly Word[]): Promise<void> {
  const segments = await listSentences(tx, script.id)
  const start = words[0]?.start ?? 0
  const at = segments.filter((segment) => segment.start < start).length
  const speaker = (segments[at - 1] ?? segments[at])?.speaker ?? 0
  const added = toSegments(words, speaker).map((segment) => ({ ...segment, words: [...segment.words] }))
  await apply(ctx, tx, script, { operation: { kind: 'restoreSegments', patches: [{ at, count: 0, segments: added }] } })
}

function byProgram({ kind }: Actor): Pick<Change, 'source'> {
  return kind === 'key' ? { source: 'program' } : {}
}

async function apply(ctx: Context, tx: Tx, script: ScriptRow, change: Change): Promise<void> {
  const { operation } = change
  const { id: scriptId, userId, textVersion } = script
  const ranges = rangesRead(operation)
  const [before, speakers] = [await outlineWith(tx, scriptId, ranges), await speakerNames(tx, scriptId)]
  const segments = before.map(({ segment }) => segment)
  const after = applyOperation({ segments, speakers }, operation)
  const inverse = invertOperation(operation, { segments, speakers })
  if (!after || !inverse) throw new AppError('invalidRequest')
  const difference = await roomyDifference(tx, scriptId, { before, after: after.segments })
  const was = await sizeAt(tx, scriptId, textVersion)
  const is = sizeAfter(was, difference)
  if (growsTooLong(was, is, script.durationSeconds ?? 0)) throw new AppError('textTooLong')
  if (textVersion === 0) await keepOriginal(tx, scriptId)
  if (ranges.length === 0) await assignSpeakers(tx, scriptId, replacedIn(before, after.segments))
  else await replaceSegments(tx, { scriptId, userId }, difference)
  if (after.speakers !== speakers) await replaceNames(tx, scriptId, after.speakers)
  const version = textVersion + 1
  const tops = topsAfter(await stacksAt(tx, scriptId, textVersion), version, change)
  await insertEdit(tx, { scriptId, version, ...change, inverse, ...tops, size: is, editedAt: ctx.now() })
  await pruneEdits(tx, scriptId)
  await updateScript(tx, scriptId, { textVersion: version, speakers: countSpeakers(after.segments) })
}

/** Places between two neighbours are used up by some fifty splits: then all segments get new ones. */
const SMALLEST_STEP = 1e-6

async function roomyDifference(
  tx: Tx,
  scriptId: string,
  { before, after }: { before: readonly IndexedSegment[]; after: readonly Segment[] },
): Promise<Difference> {
  const found = differenceOf(before, after)
  return found.step < SMALLEST_STEP ? differenceOf(await renumber(tx, scriptId, before), after) : found
}

function sizeAfter(was: TextSize, { removed, added }: Difference): TextSize {
  const [less, more] = [removed, added].map((rows) => sizeOf(rows.map(({ segment }) => segment)))
  const change = (of: keyof TextSize) => was[of] + (more?.[of] ?? 0) - (less?.[of] ?? 0)
  return { items: change('items'), letters: change('letters') }
}

async function replaceSegments(
  tx: Tx,
  owner: { scriptId: string; userId: string },
  { removed, added }: Difference,
): Promise<void> {
  await deleteSegments(
    tx,
    owner.scriptId,
    removed.map(({ index }) => index),
  )
  await insertSegments(tx, owner, added)
  await rememberWords(
    tx,
    owner,
    added.map(({ segment }) => segment.text),
  )
}
