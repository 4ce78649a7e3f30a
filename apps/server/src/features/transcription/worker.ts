import type { Handler } from '#context.ts'

import { finishProcess } from './finish.ts'
import { giveUpProcess } from './give-up.ts'
import type { finish, prepare, recognise } from './jobs.ts'
import { prepareProcess } from './prepare.ts'
import { recogniseChunk } from './recognise.ts'

export const onPrepare: Handler<typeof prepare> = {
  run: (ctx, { processId }, signal) => prepareProcess(ctx, processId, signal),
  giveUp: (ctx, { processId }, failure) => giveUpProcess(ctx, processId, failure),
}

export const onRecognise: Handler<typeof recognise> = {
  run: (ctx, { processId, index }, signal) => recogniseChunk(ctx, processId, index, signal),
  giveUp: (ctx, { processId }, failure) => giveUpProcess(ctx, processId, failure),
}

export const onFinish: Handler<typeof finish> = {
  run: (ctx, { processId }) => finishProcess(ctx, processId),
  giveUp: (ctx, { processId }, failure) => giveUpProcess(ctx, processId, failure),
}
