import { randomUUID } from 'node:crypto'

import type { DataExport } from '@doslovno/contract/privacy.ts'
import type { SessionActor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/operations/index.ts'

import { makeExport } from './jobs.ts'
import { type ExportRow, insertExport, newestExport } from './repo.ts'

/** Starts an archive; while one is being made, returns it. */
export async function requestExport(ctx: Context, actor: SessionActor, address: string): Promise<DataExport> {
  const { userId } = actor
  const before = await newestExport(ctx.db, userId)
  if (before?.status === 'making') return exportView(before)
  await ctx.rateLimits.spend('exportsByUser', userId)
  const wanted = await ctx.db.transaction().execute(async (tx) => {
    const inserted = await insertExport(tx, { id: randomUUID(), userId, requestedAt: ctx.now() })
    if (!inserted) return newestExport(tx, userId)
    await ctx.jobs.enqueue(tx, makeExport, [{ exportId: inserted.id }])
    await recordAudit(tx, { kind: 'dataExported', userId, address })
    return inserted
  })
  if (!wanted) throw new Error('The archive that was in the way is gone')
  return exportView(wanted)
}

/** The newest archive of a user; null if there is none, or its time is over. */
export async function readExport({ db, now }: Context, { userId }: SessionActor): Promise<DataExport | null> {
  const newest = await newestExport(db, userId)
  return newest && !isExpired(newest, now()) ? exportView(newest) : null
}

export function isExpired({ expiresAt }: ExportRow, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now
}

function exportView({ status, requestedAt, bytes, expiresAt }: ExportRow): DataExport {
  return {
    status,
    requestedAt: requestedAt.toISOString(),
    size: bytes,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
