import type { Handler } from '#context.ts'

import { finishProcess } from './finish.ts'
import { giveUpProcess } from './give-up.ts'
import type { finish, playback, task } from './jobs.ts'
import { makePlayback } from './playback.ts'
import { giveUpTask, runTask } from './run-task.ts'

export const onTask: Handler<typeof task> = {
  run: (ctx, key, signal) => runTask(ctx, key, signal),
  giveUp: (ctx, key, failure) => giveUpTask(ctx, key, failure),
}

export const onFinish: Handler<typeof finish> = {
  run: (ctx, { processId }) => finishProcess(ctx, processId),
  giveUp: (ctx, { processId }, failure) => giveUpProcess(ctx, processId, failure),
}

export const onPlayback: Handler<typeof playback> = {
  run: (ctx, { scriptId }, signal) => makePlayback(ctx, scriptId, signal),
}
