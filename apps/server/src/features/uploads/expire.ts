import type { Context } from '#context.ts'

import { abortUpload } from './abort.ts'
import { expiredUploads } from './repo.ts'

const BATCH = 500

/** Aborts uploads that were not completed in time. */
export async function expireUploads(ctx: Context): Promise<void> {
  const findExpired = () => expiredUploads(ctx.db, ctx.now(), BATCH)
  for (let due = await findExpired(); due.length > 0; due = await findExpired())
    for (const upload of due) await abortUpload(ctx, upload)
}
