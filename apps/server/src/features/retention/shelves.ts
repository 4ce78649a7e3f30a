import type { Context } from '#context.ts'
import { originalKey, playbackKey, scriptById, scriptOfKey } from '#features/scripts/index.ts'
import { isRunning, processOfKey, PROCESSES_PREFIX } from '#features/transcription/index.ts'
import { findUpload } from '#features/uploads/index.ts'

/** Objects of another feature; those that no row of it wants are deleted. */
export type Shelf = { prefix: string; isWanted(ctx: Context, key: string): Promise<boolean> }

/** Asks the database again: the row may have come or changed since its page was read. */
export async function isWanted(ctx: Context, key: string): Promise<boolean> {
  const id = scriptOfKey(key)
  if (!id) return false
  const script = await scriptById(ctx.db, id)
  if (script && !script.expiredAt) return key === originalKey(id) || script.hasPlayback
  return key === originalKey(id) && (await isUploading(ctx, key))
}

export async function isUploading(ctx: Context, key: string): Promise<boolean> {
  const id = scriptOfKey(key)
  const upload = id && (await findUpload(ctx.db, id))
  return upload ? upload.state === 'open' && key === originalKey(upload.id) : false
}

export const samplesShelf: Shelf = {
  prefix: PROCESSES_PREFIX,
  isWanted: async (ctx, key) => {
    const id = processOfKey(key)
    return id !== undefined && isRunning(ctx.db, id)
  },
}

/** Asks both again: the file may have arrived or been deleted since its page was read. */
export async function isMissing(ctx: Context, key: string): Promise<boolean> {
  if ((await ctx.storage.sizeOf(key)) !== undefined) return false
  const id = scriptOfKey(key)
  const script = id && (await scriptById(ctx.db, id))
  return script ? !script.expiredAt && (key !== playbackKey(script.id) || script.hasPlayback) : false
}

type Keyed = { key: string }
type Pair<S, E> = { stored?: S; expected?: E }

/** Walks two streams in the order of their keys side by side; memory stays flat however long they are. */
export async function* merge<S extends Keyed, E extends Keyed>(
  stored: AsyncGenerator<S>,
  expected: AsyncGenerator<E>,
): AsyncGenerator<Pair<S, E>> {
  let left = await stored.next()
  let right = await expected.next()
  while (!left.done || !right.done) {
    if (!left.done && (right.done || left.value.key < right.value.key)) {
      yield { stored: left.value }
      left = await stored.next()
    } else if (!right.done && (left.done || right.value.key < left.value.key)) {
      yield { expected: right.value }
      right = await expected.next()
    } else if (!left.done && !right.done) {
      yield { stored: left.value, expected: right.value }
      left = await stored.next()
      right = await expected.next()
    }
  }
}

const MOST_ORPHANS = 100
const MOST_ORPHANS_SHARE = 0.1

/** With more orphans than both limits, the database or the bucket is the wrong one. */
export function areTooMany(orphans: number, objects: number): boolean {
  return orphans > Math.max(MOST_ORPHANS, objects * MOST_ORPHANS_SHARE)
}
