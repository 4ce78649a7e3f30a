import type { Operation } from '@doslovno/domain/editing/operations.ts'

/** Operations on a version of a text that have not reached the server yet. */
export type Unsent = { version: number; operations: readonly Operation[] }

export type UnsentMemory = {
  /** Stores this tab's unsent operations; undefined clears them. */
  keep: (unsent: Unsent | undefined) => void
  /** Passes on what closed tabs have left, one by one, and forgets each after adoption. */
  takeOver: (adopt: (unsent: Unsent) => Promise<void>) => Promise<void>
}

type Deps = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  locks: Pick<LockManager, 'request'>
  scriptId: string
  tabId: string
}

/** Uses local storage under a name of the tab. A tab holds a lock of that name while it lives, so a free lock means a closed tab. */
export function createUnsentMemory({ storage, locks, scriptId, tabId }: Deps): UnsentMemory {
  const prefix = `unsentEdits:${scriptId}:`
  const own = prefix + tabId
  // Never resolves: the lock is held until the tab is gone.
  void locks.request(own, () => new Promise<never>(() => {})).catch(() => undefined)
  return {
    keep: (unsent) => {
      if (!unsent) return storage.removeItem(own)
      try {
        storage.setItem(own, JSON.stringify(unsent))
      } catch {
        // The storage is full: the edits are still sent, but a closed tab would lose them.
      }
    },
    takeOver: async (adopt) => {
      for (const key of keysOf(storage).filter((name) => name.startsWith(prefix) && name !== own)) {
        await locks.request(key, { ifAvailable: true }, async (lock) => {
          if (!lock) return
          const unsent = parsed(storage.getItem(key))
          if (unsent) await adopt(unsent)
          storage.removeItem(key)
        })
      }
    },
  }
}

function keysOf(storage: Deps['storage']): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
}

/** Only this file writes it; anything unreadable counts as empty. */
function parsed(text: string | null): Unsent | undefined {
  try {
    const unsent = JSON.parse(text ?? 'null') as Unsent | null
    return unsent && Array.isArray(unsent.operations) ? unsent : undefined
  } catch {
    return undefined
  }
}
