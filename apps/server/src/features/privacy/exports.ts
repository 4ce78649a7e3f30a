import { randomUUID } from 'node:crypto'

import type { DataExport } from '@doslovno/contract/account/privacy.ts'
import type { SessionActor, Actor } from '@doslovno/domain/access.ts'
import { archiveTexts } from '@doslovno/texts/account/data-archive.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/operations/index.ts'
import { AppError } from '#platform/errors.ts'
import { hashToken } from '#platform/tokens.ts'

import { makeExport } from './jobs.ts'
import { type ExportRow, insertExport, newestExport, exportByToken } from './repo.ts'
import { exportKey } from './shelf.ts'

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

/** Long enough to begin the download; a download that runs goes on. */
const URL_SECONDS = 300

/** Signs a URL of the archive that the mailed token names. */
export async function openByToken(ctx: Context, token: string, address: string): Promise<string> {
  await ctx.rateLimits.spend('linkByAddress', address)
  const found = await exportByToken(ctx.db, hashToken(token))
  if (!found || isExpired(found, ctx.now())) throw new AppError('tokenNotValid')
  return urlOf(ctx, found)
}

/** Signs a URL of the caller's own archive. A key of the API opens none. */
export async function openOwn(ctx: Context, actor: Actor | undefined): Promise<string> {
  if (actor?.kind !== 'session') throw new AppError('needAuthorization')
  const newest = await newestExport(ctx.db, actor.userId)
  if (!newest || isExpired(newest, ctx.now())) throw new AppError('notFound')
  return urlOf(ctx, newest)
}

function urlOf(ctx: Context, { id, status, requestedAt }: ExportRow): Promise<string> {
  if (status !== 'ready') throw new AppError('exportNotReady')
  const fileName = archiveTexts.fileName(requestedAt)
  return ctx.storage.signedUrl(exportKey(id), { seconds: URL_SECONDS, contentType: 'application/zip', fileName })
}
