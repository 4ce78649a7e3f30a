import type { Context } from '#context.ts'
import {
  expectedObjects,
  markMissing,
  markReturned,
  originalKey,
  playbackKey,
  scriptById,
  scriptOfKey,
  SCRIPTS_PREFIX,
} from '#features/scripts/index.ts'
import { isRunning, processOfKey, PROCESSES_PREFIX } from '#features/transcription/index.ts'
import { findUpload } from '#features/uploads/index.ts'
import { daysBefore } from '#platform/batches.ts'
import { storageMismatches, storageRepairs } from '#platform/telemetry.ts'

import { merge } from './merge.ts'

/** An upload or a crashed attempt of a job may still turn a younger object into a row. */
const SAFE_DAYS = 1
/** With more orphans than both of these, the database or the bucket is the wrong one. */
const MOST_ORPHANS = 100
const MOST_ORPHANS_SHARE = 0.1

type Finding =
  | { kind: 'orphan'; key: string }
  | { kind: 'unfinished'; key: string; uploadId: string }
  | { kind: 'missing' | 'returned'; key: string; scriptId: string }

export type Report = Record<Finding['kind'] | 'objects', number> & { outcome: 'repaired' | 'reported' | 'refused' }

/**
 * Compares the bucket with the rows, both ways. Deletes old objects and unfinished uploads that no row knows; marks
 * rows whose object is missing, so that pages say so, until the object is back.
 */
export async function reconcile(ctx: Context, { isDryRun = false, isForced = false } = {}): Promise<Report> {
  const found = await walk(ctx, async (finding) => {
    storageMismatches.inc({ kind: finding.kind })
    ctx.log.warn(finding, 'storage and database differ')
  })
  if (isDryRun) return { ...found, outcome: 'reported' }
  if (!isForced && found.orphan > Math.max(MOST_ORPHANS, found.objects * MOST_ORPHANS_SHARE)) {
    ctx.log.error(found, 'too many objects without a row: is this the right bucket? Nothing was repaired')
    return { ...found, outcome: 'refused' }
  }
  const repaired = await walk(ctx, async (finding) => {
    await repair(ctx, finding)
    storageRepairs.inc({ kind: finding.kind })
  })
  return { ...repaired, outcome: 'repaired' }
}

type Counts = Omit<Report, 'outcome'>

async function walk(ctx: Context, visit: (finding: Finding) => Promise<void>): Promise<Counts> {
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
  for await (const { key, modifiedAt } of ctx.storage.list(PROCESSES_PREFIX)) {
    counts.objects++
    if (isOld(ctx, modifiedAt) && !(await isInProcess(ctx, key))) await note({ kind: 'orphan', key })
  }
  for (const prefix of [SCRIPTS_PREFIX, PROCESSES_PREFIX])
    for await (const { key, uploadId, begunAt } of ctx.storage.parts.unfinished(prefix))
      if (isOld(ctx, begunAt) && !(await isUploading(ctx, key))) await note({ kind: 'unfinished', key, uploadId })
  return counts
}

const isOld = (ctx: Context, at: Date) => at < daysBefore(ctx.now(), SAFE_DAYS)

/** Asks the database again: the row may have come or changed since its page was read. */
async function isWanted(ctx: Context, key: string): Promise<boolean> {
  const id = scriptOfKey(key)
  if (!id) return false
  const script = await scriptById(ctx.db, id)
  if (script && !script.expiredAt) return key === originalKey(id) || script.hasPlayback
  return key === originalKey(id) && (await isUploading(ctx, key))
}

async function isUploading(ctx: Context, key: string): Promise<boolean> {
  const id = scriptOfKey(key)
  const upload = id && (await findUpload(ctx.db, id))
  return upload ? upload.state === 'open' && key === originalKey(upload.id) : false
}

async function isInProcess(ctx: Context, key: string): Promise<boolean> {
  const id = processOfKey(key)
  return id !== undefined && isRunning(ctx.db, id)
}

/** Asks both again: the file may have arrived or been deleted since its page was read. */
async function isMissing(ctx: Context, key: string): Promise<boolean> {
  if ((await ctx.storage.sizeOf(key)) !== undefined) return false
  const id = scriptOfKey(key)
  const script = id && (await scriptById(ctx.db, id))
  return script ? !script.expiredAt && (key !== playbackKey(script.id) || script.hasPlayback) : false
}

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
