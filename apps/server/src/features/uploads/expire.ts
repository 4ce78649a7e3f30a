import type { Context } from '#context.ts'

import { abortUpload } from './abort.ts'
import { expiredUploads } from './repo.ts'

const AT_ONCE = 500

/** Gives up what was not finished in time. */
export async function expireUploads(ctx: Context): Promise<void> {
  for (const upload of await expiredUploads(ctx.db, ctx.now(), AT_ONCE)) await abortUpload(ctx, upload)
}
