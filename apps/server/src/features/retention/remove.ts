import type { Actor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { forget as forgetLink } from '#features/links/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import {
  countOverdue,
  forget as forgetScript,
  lockOwnScript,
  lockScript,
  ownScript,
  ownScripts,
  overdueScripts,
  tombstone,
} from '#features/scripts/index.ts'
import { forget as forgetSummaries } from '#features/summaries/index.ts'
import { cancelProcess, forget as forgetProcesses, forgetVocabulary } from '#features/transcription/index.ts'
import { forget as forgetTranscript } from '#features/transcripts/index.ts'
import { forget as forgetUpload } from '#features/uploads/index.ts'
import { estimateRows, type Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'

import { clear } from './jobs.ts'

/** Each deletes its feature's rows of a script and returns the stored objects that go with them. */
const forgets = [forgetSummaries, forgetTranscript, forgetProcesses, forgetLink, forgetUpload, forgetScript]

/** Deletes a script permanently: cancels its process and leaves nothing but the ledger and the monthly count. */
export async function removeScript(ctx: Context, id: string, actor: Actor): Promise<void> {
  await ownScript(ctx.db, id, actor)
  await cancelProcess(ctx, id)
  await ctx.db.transaction().execute(async (tx) => {
    await lockOwnScript(tx, id, actor)
    await forgetAll(ctx, tx, id)
    await recordAudit(tx, { kind: 'scriptDeleted', userId: actor.userId, details: { scriptId: id } })
  })
}

/** Deletes scripts one by one, once it is certain that all are the actor's. One deleted meanwhile counts as deleted. */
export async function removeScripts(ctx: Context, ids: readonly string[], actor: Actor): Promise<void> {
  for (const { id } of await ownScripts(ctx.db, ids, actor)) await removeScript(ctx, id, actor).catch(ignoreMissing)
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'notFound') throw error
}

/** Deletes a script of an account that is being deleted. Checks no access; a repeat changes nothing. */
export async function eraseScript(ctx: Context, id: string): Promise<void> {
  await cancelProcess(ctx, id)
  await ctx.db.transaction().execute(async (tx) => {
    await lockScript(tx, id)
    await forgetAll(ctx, tx, id)
  })
}

async function forgetAll(ctx: Context, tx: Tx, id: string): Promise<void> {
  const keys: string[] = []
  for (const forget of forgets) keys.push(...(await forget(tx, id)))
  await ctx.jobs.enqueue(tx, clear, [{ keys }])
}

const BATCH = 200
/** With more failures it is not the files that are at fault; the next attempt continues. */
const MOST_FAILURES = 1000

/** More than both at once is more likely a mistake than the passage of time. */
const MOST_OVERDUE = 100
const MOST_OVERDUE_SHARE = 0.05

type Options = { signal?: AbortSignal; isForced?: boolean }

/** Deletes recordings and texts whose retention period is over. A file that fails does not keep the others waiting. */
export async function expireScripts(ctx: Context, { signal, isForced = false }: Options = {}): Promise<void> {
  if (!isForced) await requireFewOverdue(ctx)
  const failed: string[] = []
  const findOverdue = () => overdueScripts(ctx.db, ctx.now(), { except: failed, limit: BATCH })
  for (let due = await findOverdue(); due.length > 0 && failed.length < MOST_FAILURES; due = await findOverdue())
    for (const { id } of due) {
      signal?.throwIfAborted()
      await expireScript(ctx, id).catch((error: unknown) => {
        failed.push(id)
        ctx.log.error({ err: error, scriptId: id }, 'failed to expire a file')
      })
    }
  if (failed.length > 0) throw new Error(`${failed.length} overdue files were not deleted`)
}

/** An operator has the last word, by `admin files expire`. */
async function requireFewOverdue({ db, now }: Context): Promise<void> {
  const overdue = await countOverdue(db, now())
  if (overdue > MOST_OVERDUE && overdue > (await estimateRows(db, 'scripts')) * MOST_OVERDUE_SHARE)
    throw new Error(`${overdue} files are overdue: too many to delete without an operator`)
}

/** Leaves a tombstone row. */
async function expireScript(ctx: Context, id: string): Promise<void> {
  await cancelProcess(ctx, id)
  await ctx.db.transaction().execute(async (tx) => {
    const keys = await tombstone(tx, id, ctx.now())
    await forgetSummaries(tx, id)
    await forgetTranscript(tx, id)
    await forgetVocabulary(tx, id)
    await ctx.jobs.enqueue(tx, clear, [{ keys }])
  })
}
