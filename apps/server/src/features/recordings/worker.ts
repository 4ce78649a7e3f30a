import type { Handler } from '#context.ts'
import { runWithStorage } from '#platform/breakers/storage-breaker.ts'

import { giveUpInspection, inspectScript } from './inspect.ts'
import { inspect } from './jobs.ts'

export const onInspect: Handler<typeof inspect> = {
  run: (ctx, { scriptId }, signal) =>
    runWithStorage(ctx, { job: inspect, payload: { scriptId }, run: () => inspectScript(ctx, scriptId, signal) }),
  giveUp: (ctx, { scriptId }, failure) => giveUpInspection(ctx, scriptId, failure),
}
