import type { Context } from '#context.ts'
import { expectedObjects, SCRIPTS_PREFIX } from '#features/scripts/index.ts'

import { merge, isWanted, samplesShelf, type Shelf, areTooMany } from './shelves.ts'

/** Changes at a time: each is a short call of the store. */
const AT_ONCE = 16

type Options = { isDryRun?: boolean; isForced?: boolean; shelves?: readonly Shelf[] }

export type Restored = {
  outcome: 'restored' | 'reported' | 'refused'
  /** Keys looked at, deleted ones included. */
  keys: number
  /** Objects that were deleted after the moment and are back. */
  returned: number
  /** Objects that were overwritten after the moment and have their content of then. */
  reverted: number
  /** Objects of later rows, now deleted. */
  removed: number
  /** Objects of rows that no version brings back. */
  missing: number
}

/**
 * Makes the bucket fit a database that was taken back to a moment. Rows decide which objects exist, the moment decides
 * which version of them. Removes no version with content, so it may be repeated, also with another moment.
 */
export async function restoreObjects(ctx: Context, moment: Date, options: Options = {}): Promise<Restored> {
  const { isDryRun = false, isForced = false, shelves = [] } = options
  const found = await walk(ctx, shelves, moment, async () => undefined)
  if (isDryRun) return { ...found, outcome: 'reported' }
  if (!(await ctx.storage.versions.areKept())) {
    ctx.log.error(found, 'the bucket keeps no versions: nothing can be brought back, nothing was removed')
    return { ...found, outcome: 'refused' }
  }
  if (!isForced && areTooMany(found.removed, found.keys)) {
    ctx.log.error(found, 'too many objects without a row: is this the right bucket? Nothing was changed')
    return { ...found, outcome: 'refused' }
  }
  const mended = await walk(ctx, shelves, moment, (key, mend) => apply(ctx, key, mend))
  return { ...mended, outcome: 'restored' }
}

type Counts = Omit<Restored, 'outcome'>
type Change = (key: string, mend: Mend) => Promise<void>

async function walk(ctx: Context, shelves: readonly Shelf[], moment: Date, change: Change): Promise<Counts> {
  const counts: Counts = { keys: 0, returned: 0, reverted: 0, removed: 0, missing: 0 }
  const changes: Promise<void>[] = []
  for await (const { key, versions, isExpected } of histories(ctx, shelves)) {
    counts.keys++
    const mend = mendOf(versions, moment, isExpected)
    if (mend.kind === 'none' || (await isReverted(ctx, key, mend))) continue
    counts[mend.kind]++
    ctx.log.info({ key, kind: mend.kind }, 'storage differs from the restored database')
    if (changes.push(change(key, mend)) === AT_ONCE) await Promise.all(changes.splice(0))
  }
  await Promise.all(changes)
  return counts
}

/** A copy is younger than the moment, so that its age does not tell that it was made by an earlier run. */
async function isReverted({ storage }: Context, key: string, mend: Mend): Promise<boolean> {
  return mend.kind === 'reverted' && storage.versions.isCopyOf(key, mend.version)
}

/** Every key that is stored, was stored or should be, and whether a row of the database expects it. */
async function* histories(ctx: Context, shelves: readonly Shelf[]) {
  for await (const { stored, expected } of merge(ctx.storage.versions.list(SCRIPTS_PREFIX), expectedObjects(ctx.db))) {
    const key = stored?.key ?? expected?.key ?? ''
    yield { key, versions: stored?.versions ?? [], isExpected: expected !== undefined || (await isWanted(ctx, key)) }
  }
  for (const shelf of [samplesShelf, ...shelves])
    for await (const { key, versions } of ctx.storage.versions.list(shelf.prefix))
      yield { key, versions, isExpected: await shelf.isWanted(ctx, key) }
}

async function apply({ storage }: Context, key: string, mend: Mend): Promise<void> {
  switch (mend.kind) {
    case 'returned':
      for (const id of mend.markers) await storage.versions.remove(key, id)
      return
    case 'reverted':
      return storage.versions.makeCurrent(key, mend.version)
    case 'removed':
      return storage.remove(key)
    case 'missing':
    case 'none':
      return
  }
}

type Version = { id: string; modifiedAt: Date; isMarker: boolean }

type Mend =
  | { kind: 'none' | 'removed' | 'missing' }
  | { kind: 'returned'; markers: string[] }
  | { kind: 'reverted'; version: string }

/** Decides how a key returns to the state of the moment. `versions`: newest first. */
export function mendOf(versions: readonly Version[], moment: Date, isExpected: boolean): Mend {
  const [current] = versions
  if (!isExpected) return { kind: current && !current.isMarker ? 'removed' : 'none' }
  const contents = versions.filter(({ isMarker }) => !isMarker)
  // A row is written after its object. If none is that old, the clocks of store and database differ: take the oldest.
  const wanted = contents.find(({ modifiedAt }) => modifiedAt <= moment) ?? contents.at(-1)
  if (!wanted) return { kind: 'missing' }
  if (wanted === current) return { kind: 'none' }
  const later = versions.slice(0, versions.indexOf(wanted))
  if (later.every(({ isMarker }) => isMarker)) return { kind: 'returned', markers: later.map(({ id }) => id) }
  return { kind: 'reverted', version: wanted.id }
}

/** Says once, at the start of a worker, that deleted files cannot be brought back by a restore. */
export async function warnWithoutVersions({ storage, log }: Pick<Context, 'storage' | 'log'>): Promise<void> {
  if (!(await storage.versions.areKept()))
    log.warn('the bucket keeps no versions: after a restore of the database, files deleted since then stay lost')
}
