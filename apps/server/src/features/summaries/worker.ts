import type { Handler } from '#context.ts'

import { composeSummary } from './compose.ts'
import { findChapters } from './digest/find-chapters.ts'
import { failSummary } from './fail.ts'
import type { compose, digest, revive } from './jobs.ts'
import { reviveSummaries } from './revive.ts'

export const onCompose: Handler<typeof compose> = {
  run: (ctx, { summaryId }, signal) => composeSummary(ctx, summaryId, signal),
  // Out of attempts means that a server did not answer for minutes; any other code is final.
  giveUp: (ctx, { summaryId }, { code: errorCode }) =>
    failSummary(ctx, summaryId, { errorCode, isLost: ['processingFailed', 'notAvailable'].includes(errorCode) }),
}

export const onDigest: Handler<typeof digest> = {
  run: (ctx, { scriptId }, signal) => findChapters(ctx, scriptId, signal),
  giveUp: async ({ log }, { scriptId }) => log.error({ scriptId }, 'no chapters were found; a summary may bring them'),
}

export const onRevive: Handler<typeof revive> = {
  run: (ctx, _payload, signal) => reviveSummaries(ctx, signal),
  giveUp: async ({ log }) => log.error('failed summaries were not tried again; the next run does'),
}
