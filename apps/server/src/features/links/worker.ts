import type { Handler } from '#context.ts'
import { runOrPutOff } from '#platform/breakers/put-off.ts'

import { downloadLink, giveUpDownload } from './download.ts'
import { download } from './jobs.ts'

export const onDownload: Handler<typeof download> = {
  run: (ctx, { processId }, signal) =>
    runOrPutOff(ctx, { job: download, payload: { processId }, run: () => downloadLink(ctx, processId, signal) }),
  giveUp: (ctx, { processId }, failure) => giveUpDownload(ctx, processId, failure),
}
