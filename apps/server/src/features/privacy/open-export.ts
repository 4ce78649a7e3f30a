import type { Actor } from '@doslovno/domain/access.ts'
import { archiveTexts } from '@doslovno/texts/account/data-archive.ts'

import type { Context } from '#context.ts'
import { AppError } from '#platform/errors.ts'
import { hashToken } from '#platform/tokens.ts'

import { exportKey } from './keys.ts'
import { exportByToken, type ExportRow, newestExport } from './repo.ts'
import { isExpired } from './request-export.ts'

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
