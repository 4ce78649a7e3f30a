import type { Handler } from '#context.ts'
import { runOrPutOff } from '#platform/breakers/put-off.ts'

import { giveUpInspection, inspectScript } from './inspect.ts'
import { inspect } from './jobs.ts'

export const onInspect: Handler<typeof inspect> = {
  run: (ctx, { scriptId }, signal) =>
    runOrPutOff(ctx, { job: inspect, payload: { scriptId }, run: () => inspectScript(ctx, scriptId, signal) }),
  giveUp: (ctx, { scriptId }, failure) => giveUpInspection(ctx, scriptId, failure),
}
