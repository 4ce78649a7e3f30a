import type { Handler } from '#context.ts'

import { expireScripts } from './expire.ts'
import type { clear, expire } from './jobs.ts'

export const onClear: Handler<typeof clear> = {
  run: async ({ storage }, { keys }) => {
    for (const key of keys) await storage.remove(key)
  },
}

export const onExpireScripts: Handler<typeof expire> = { run: (ctx) => expireScripts(ctx) }
