import type { Handler } from '#context.ts'

import { downloadLink, giveUpDownload } from './download.ts'
import type { download } from './jobs.ts'

export const onDownload: Handler<typeof download> = {
  run: (ctx, { processId }, signal) => downloadLink(ctx, processId, signal),
  giveUp: (ctx, { processId }, failure) => giveUpDownload(ctx, processId, failure),
}
