import type { Db } from '#platform/db.ts'
import { readSchemaState } from '#platform/migrations.ts'

export type Readiness = { isReady: () => Promise<boolean>; stop: () => void }

const STORAGE_CHECK_MS = 10_000

/**
 * Ready: the database answers and is migrated, and no shutdown has begun. Workers also need the storage; without it the
 * API still signs people in and shows their texts.
 */
export function createReadiness(db: Db, storage?: { isUp(): Promise<boolean> }): Readiness {
  let stopped = false
  let storageCheck = { at: 0, isUp: Promise.resolve(false) }
  const isStorageUp = () => {
    if (!storage) return true
    if (Date.now() - storageCheck.at > STORAGE_CHECK_MS) storageCheck = { at: Date.now(), isUp: storage.isUp() }
    return storageCheck.isUp
  }
  return {
    isReady: async () => !stopped && (await isMigrated(db)) && (await isStorageUp()),
    stop: () => {
      stopped = true
    },
  }
}

async function isMigrated(db: Db): Promise<boolean> {
  return (await readSchemaState(db)).pending.length === 0
}
