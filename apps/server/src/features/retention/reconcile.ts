import { Gauge } from '@prometheus-io/client'

import type { Context } from '#context.ts'
import { expectedObjects, markMissing, markReturned, SCRIPTS_PREFIX } from '#features/scripts/index.ts'
import { daysBefore } from '#platform/batches.ts'
import { registry, storageMismatches, storageRepairs } from '#platform/telemetry.ts'

import { areTooMany, isMissing, isUploading, isWanted, merge, samplesShelf, type Shelf } from './shelves.ts'

/** A little longer than the night between two comparisons. */
const KNOWN_MS = 25 * 3600 * 1000
let reportedAt = 0

const missingObjects = new Gauge({
  name: 'storage_missing_objects',
  help: 'Rows whose object the last nightly comparison did not find in storage',
  registers: [registry],
  // Any worker may run the next comparison: the one that found something must not report it for ever.
  collect() {
    if (Date.now() - reportedAt > KNOWN_MS) this.set(0)
  },
})

/** An upload or a crashed attempt of a job may still turn a younger object into a row. */
const SAFE_DAYS = 1

type Finding =
  | { kind: 'orphan'; key: string }
  | { kind: 'unfinished'; key: string; uploadId: string }
  | { kind: 'missing' | 'returned'; key: string; scriptId: string }

type Options = { isDryRun?: boolean; isForced?: boolean; shelves?: readonly Shelf[] }

export type Report = Record<Finding['kind'] | 'objects', number> & { outcome: 'repaired' | 'reported' | 'refused' }

/**
 * Compares the bucket with the rows, both ways. Deletes old objects and unfinished uploads that no row knows; marks
 * rows whose object is missing, so that pages say so, until the object is back.
 */
export async function reconcile(ctx: Context, options: Options = {}): Promise<Report> {
  const { isDryRun = false, isForced = false, shelves = [] } = options
  const found = await walk(ctx, shelves, async (finding) => {
    storageMismatches.inc({ kind: finding.kind })
    ctx.log.warn(finding, 'storage and database differ')
  })
  reportMissingObjects(found.missing)
  if (isDryRun) return { ...found, outcome: 'reported' }
  if (!isForced && areTooMany(found.orphan, found.objects)) {
    ctx.log.error(found, 'too many objects without a row: is this the right bucket? Nothing was repaired')
    return { ...found, outcome: 'refused' }
  }
  const repaired = await walk(ctx, shelves, async (finding) => {
    await repair(ctx, finding)
    storageRepairs.inc({ kind: finding.kind })
  })
  return { ...repaired, outcome: 'repaired' }
}

type Counts = Omit<Report, 'outcome'>

type Visit = (finding: Finding) => Promise<void>

async function walk(ctx: Context, shelves: readonly Shelf[], visit: Visit): Promise<Counts> {
  const counts: Counts = { objects: 0, orphan: 0, unfinished: 0, missing: 0, returned: 0 }
  const note = async (finding: Finding) => {
    counts[finding.kind]++
    await visit(finding)
  }
  for await (const { stored, expected } of merge(ctx.storage.list(SCRIPTS_PREFIX), expectedObjects(ctx.db))) {
    if (stored) counts.objects++
    if (stored && !expected && isOld(ctx, stored.modifiedAt) && !(await isWanted(ctx, stored.key)))
      await note({ kind: 'orphan', key: stored.key })
    if (expected && !stored && (await isMissing(ctx, expected.key)))
      await note({ kind: 'missing', key: expected.key, scriptId: expected.scriptId })
    if (expected && stored && expected.isKnownMissing)
      await note({ kind: 'returned', key: expected.key, scriptId: expected.scriptId })
  }
  for (const shelf of [samplesShelf, ...shelves])
    for await (const { key, modifiedAt } of ctx.storage.list(shelf.prefix)) {
      counts.objects++
      if (isOld(ctx, modifiedAt) && !(await shelf.isWanted(ctx, key))) await note({ kind: 'orphan', key })
    }
  for (const { prefix } of [{ prefix: SCRIPTS_PREFIX }, samplesShelf, ...shelves])
    for await (const { key, uploadId, begunAt } of ctx.storage.parts.unfinished(prefix))
      if (isOld(ctx, begunAt) && !(await isUploading(ctx, key))) await note({ kind: 'unfinished', key, uploadId })
  return counts
}

const isOld = (ctx: Context, at: Date) => at < daysBefore(ctx.now(), SAFE_DAYS)

async function repair(ctx: Context, finding: Finding): Promise<void> {
  const { kind, key } = finding
  switch (kind) {
    case 'orphan':
      return ctx.storage.remove(key)
    case 'unfinished':
      return ctx.storage.parts.drop(key, finding.uploadId)
    case 'missing':
      return markMissing(ctx.db, finding.scriptId, key, ctx.now())
    case 'returned':
      return markReturned(ctx.db, finding.scriptId)
  }
}

/** Shows the result of a comparison until the next one is due. */
export function reportMissingObjects(count: number): void {
  reportedAt = Date.now()
  missingObjects.set(count)
}
