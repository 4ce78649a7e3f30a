import type { Handler } from '#context.ts'

import { expireUploads } from './expire.ts'
import type { expire } from './jobs.ts'

export const onExpire: Handler<typeof expire> = {
  run: (ctx) => expireUploads(ctx),
  giveUp: async ({ log }) => log.error('expired uploads were not aborted; the next run tries again'),
}
