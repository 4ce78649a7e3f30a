import type { Context, Handler } from '#context.ts'
import { giveUpReading } from '#features/summaries/writing/finish.ts'
import type { AppError } from '#platform/errors.ts'

import { cutReading } from './cut.ts'
import type { cut, read } from './jobs.ts'
import { withModel } from './model.ts'
import { readPart } from './read-part.ts'

export const onCut: Handler<typeof cut> = {
  run: (ctx, { readingId }) => cutReading(withModel(ctx), readingId),
  giveUp: (ctx, { readingId }, failure) => giveUp(ctx, readingId, failure),
}

export const onRead: Handler<typeof read> = {
  run: (ctx, key, signal) => readPart(withModel(ctx), key, signal),
  giveUp: (ctx, { readingId }, failure) => giveUp(ctx, readingId, failure),
}

/** Out of attempts means that the model did not answer for minutes; any other code is final. */
function giveUp(ctx: Context, readingId: string, { code }: AppError): Promise<void> {
  return giveUpReading(ctx, readingId, { code, isLost: code === 'processingFailed' || code === 'notAvailable' })
}
