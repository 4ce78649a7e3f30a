import type { Handler } from '#context.ts'

import { expireUploads } from './expire.ts'
import { giveUpInspection, inspectScript } from './inspect.ts'
import type { expire, inspect } from './jobs.ts'

export const onInspect: Handler<typeof inspect> = {
  run: (ctx, { scriptId }, signal) => inspectScript(ctx, scriptId, signal),
  giveUp: (ctx, { scriptId }, failure) => giveUpInspection(ctx, scriptId, failure),
}

export const onExpire: Handler<typeof expire> = { run: (ctx) => expireUploads(ctx) }
