import * as z from 'zod'

import { type Context, defineJob } from '#context.ts'
import type { AppError } from '#platform/errors.ts'

import { withModel } from './model.ts'

const ofReading = z.object({ readingId: z.uuid() })

/** About four minutes of tries: an outage that lasts longer ends the making, and it is revived later. */
const tries = { attempts: 8, maxDelaySeconds: 60 } as const

/** Cuts a text into parts and queues the first of them. */
export const cut = defineJob({
  name: 'summaries.cut',
  role: 'text',
  payload: ofReading,
  ...tries,
  timeoutSeconds: 300,
  concurrency: 2,
  run: async (ctx, { readingId }) => (await import('./parts.ts')).cutReading(withModel(ctx), readingId),
  giveUp: (ctx, { readingId }, failure) => giveUp(ctx, readingId, failure),
})

/** Reads one part into notes. */
export const read = defineJob({
  name: 'summaries.read',
  role: 'text',
  payload: ofReading.extend({ index: z.int().min(0) }),
  ...tries,
  // Two calls of at most 280 seconds, and the wait for a slot.
  timeoutSeconds: 900,
  concurrency: 4,
  run: async (ctx, key, signal) => (await import('./parts.ts')).readPart(withModel(ctx), key, signal),
  giveUp: (ctx, { readingId }, failure) => giveUp(ctx, readingId, failure),
})

/** Out of attempts means that the model did not answer for minutes; any other code is final. */
async function giveUp(ctx: Context, readingId: string, { code }: AppError): Promise<void> {
  const { giveUpReading } = await import('#features/summaries/writing/finish.ts')
  await giveUpReading(ctx, readingId, { code, isLost: code === 'processingFailed' || code === 'notAvailable' })
}
