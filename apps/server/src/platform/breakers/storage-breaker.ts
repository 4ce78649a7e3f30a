import type { Log } from '#platform/log.ts'
import { storageDown } from '#platform/telemetry.ts'

type Storage = { isUp(): Promise<boolean> }

const CHECK_MS = 2000

/** `isClosed`: storage answers, so work that needs it may start. */
export type StorageBreaker = { isClosed(): Promise<boolean> }

/** Checks storage at most every two seconds; logs only when it opens and when it closes. */
export function createStorageBreaker(storage: Storage, log: Log): StorageBreaker {
  let [isClosed, checkedAt] = [true, 0]
  return {
    isClosed: async () => {
      if (Date.now() - checkedAt < CHECK_MS) return isClosed
      const isUp = await storage.isUp()
      if (isClosed && !isUp) log.error('storage does not answer, no more tasks are handed out')
      if (!isClosed && isUp) log.info('storage answers again, tasks are handed out')
      storageDown.set(isUp ? 0 : 1)
      ;[isClosed, checkedAt] = [isUp, Date.now()]
      return isClosed
    },
  }
}
