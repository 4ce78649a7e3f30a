import type { Context } from '#context.ts'
import { sendMail } from '#features/mails/index.ts'
import { contactOf } from '#features/users/index.ts'
import { openZip } from '#platform/zip.ts'

import { fillArchive } from './archive.ts'
import { privacyMail } from './mail.ts'
import { endExport, findExport } from './repo.ts'
import { exportKey } from './shelf.ts'

const LIFE_MS = 24 * 3_600_000
/** S3 takes at most 10,000 parts: this is enough for 300 GB. */
const PART_BYTES = 32 * 1024 * 1024

/** Makes the archive and mails its link. A retry starts over; nothing of a crashed attempt stays. */
export async function makeArchive(ctx: Context, exportId: string, signal: AbortSignal): Promise<void> {
  const wanted = await findExport(ctx.db, exportId)
  const key = exportKey(exportId)
  await dropUnfinished(ctx, key)
  // A worker that crashed after storing the archive of an account that is gone now has left it behind.
  if (!wanted) return ctx.storage.remove(key)
  if (wanted.status !== 'making') return
  await store(ctx, { key, userId: wanted.userId, signal })
  const bytes = (await ctx.storage.sizeOf(key)) ?? 0
  const isKept = await ctx.db.transaction().execute(async (tx) => {
    const readyAt = ctx.now()
    const expiresAt = new Date(readyAt.getTime() + LIFE_MS)
    if (!(await endExport(tx, exportId, { status: 'ready', bytes, readyAt, expiresAt }))) return false
    const hasEmail = (await contactOf(tx, wanted.userId))?.email
    if (hasEmail) await sendMail(ctx, tx, privacyMail, { kind: 'exportReady', exportId })
    return true
  })
  if (!isKept && !(await findExport(ctx.db, exportId))) await ctx.storage.remove(key)
}

/** Its owner sees it for a day and may start another. */
export async function giveUpExport(ctx: Context, exportId: string): Promise<void> {
  await endExport(ctx.db, exportId, { status: 'failed', expiresAt: new Date(ctx.now().getTime() + LIFE_MS) })
  await dropUnfinished(ctx, exportKey(exportId))
}

type Target = { key: string; userId: string; signal: AbortSignal }

/** The archive is written and stored at the same time; a failure of one ends the other. */
async function store(ctx: Context, { key, userId, signal }: Target): Promise<void> {
  const zip = openZip()
  const filled = fillArchive(ctx, { zip, userId, signal }).catch((error: unknown) => {
    zip.output.destroy(error instanceof Error ? error : new Error('The archive was not written', { cause: error }))
    throw error
  })
  const stored = ctx.storage.put(key, zip.output, { contentType: 'application/zip', signal, partBytes: PART_BYTES })
  const failure = (await Promise.allSettled([stored, filled])).find((outcome) => outcome.status === 'rejected')
  if (failure) throw failure.reason
}

/** Discards the parts that a killed worker had sent. */
async function dropUnfinished({ storage }: Context, key: string): Promise<void> {
  for await (const upload of storage.parts.unfinished(key)) await storage.parts.drop(upload.key, upload.uploadId)
}
