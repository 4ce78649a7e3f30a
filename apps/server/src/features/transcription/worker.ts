import type { Handler } from '#context.ts'

import { finishProcess } from './finish.ts'
import { giveUpProcess } from './give-up.ts'
import { giveUpSpan, hearSpanAgain } from './hear-again.ts'
import type { finish, hearAgain, releaseHolds, task } from './jobs.ts'
import { releaseStaleHolds } from './release-holds.ts'
import { giveUpTask, runTask } from './tasks/run.ts'

export const onTask: Handler<typeof task> = {
  run: (ctx, key, signal) => runTask(ctx, key, signal),
  giveUp: (ctx, key, failure) => giveUpTask(ctx, key, failure),
}

export const onHearAgain: Handler<typeof hearAgain> = {
  run: (ctx, place, signal) => hearSpanAgain(ctx, place, signal),
  giveUp: (ctx, place) => giveUpSpan(ctx, place),
}

export const onFinish: Handler<typeof finish> = {
  run: (ctx, { processId }) => finishProcess(ctx, processId),
  giveUp: (ctx, { processId }, failure) => giveUpProcess(ctx, processId, failure),
}

export const onReleaseHolds: Handler<typeof releaseHolds> = {
  run: (ctx) => releaseStaleHolds(ctx),
  giveUp: async ({ log }) => log.error('stale holds were not released; the next run tries again'),
}
