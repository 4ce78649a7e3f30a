import type { LastProcess } from '#features/scripts/index.ts'
import type { Db } from '#platform/db.ts'

import { processesAndOpenTasks } from './tasks/repo.ts'
import { processView } from './view.ts'

/** Processes by their ids, each with its percent done and the time it still needs. */
export async function progressOf(db: Db, ids: readonly string[], now: Date): Promise<Map<string, LastProcess>> {
  const processes = await processesAndOpenTasks(db, ids)
  return new Map(
    processes.map((running) => {
      const { id } = running.process
      const { status, progress, etaSeconds } = processView(running, now)
      return [id, { id, status, progress, etaSeconds }]
    }),
  )
}
