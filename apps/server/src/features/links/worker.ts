import type { Handler } from '#context.ts'
import { runWithStorage } from '#platform/breakers/storage-breaker.ts'

import { downloadLink, giveUpDownload } from './download.ts'
import { download } from './jobs.ts'

export const onDownload: Handler<typeof download> = {
  run: (ctx, { processId }, signal) =>
    runWithStorage(ctx, { job: download, payload: { processId }, run: () => downloadLink(ctx, processId, signal) }),
  giveUp: (ctx, { processId }, failure) => giveUpDownload(ctx, processId, failure),
}
