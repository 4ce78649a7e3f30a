import type { Context } from '#context.ts'
import { releaseSeconds } from '#features/billing/index.ts'
import { staleHolds } from '#platform/telemetry.ts'

import { endedProcessesWithHold } from './process-repo.ts'

/** Releases seconds held for processes that no longer run. This should never be necessary, so it is logged. */
export async function releaseStaleHolds({ db, log, now }: Context): Promise<void> {
  for (const processId of await endedProcessesWithHold(db)) {
    await db.transaction().execute((tx) => releaseSeconds(tx, processId, now()))
    staleHolds.inc()
    log.error({ processId }, 'released a stale hold')
  }
}
