import { costOfBegun, progressOf as percentOf } from '@doslovno/domain/process/progress.ts'

import type { LastProcess } from '#features/scripts/index.ts'
import type { Db } from '#platform/db.ts'

import { processesWithBegunTasks } from './tasks/repo.ts'

/** Processes by their ids, each with its percent done. */
export async function progressOf(db: Db, ids: readonly string[], now: Date): Promise<Map<string, LastProcess>> {
  const processes = await processesWithBegunTasks(db, ids)
  return new Map(
    processes.map(({ begun, ...process }) => {
      const running = begun.map(({ cost, begunAt }) => ({ cost, seconds: (now.getTime() - begunAt.getTime()) / 1000 }))
      const work = { ...process, isPrepared: process.stage !== 'prepare', costBegun: costOfBegun(running) }
      return [process.id, { id: process.id, status: process.status, progress: percentOf(work) }]
    }),
  )
}
