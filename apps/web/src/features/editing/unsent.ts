import type { Operation } from '@doslovno/domain/editing/operations.ts'

/** What was done to a version of a text and has not reached the server yet. */
export type Unsent = { version: number; operations: readonly Operation[] }

export type UnsentMemory = {
  /** Keeps what this tab has not sent; undefined once all is sent. */
  keep: (unsent: Unsent | undefined) => void
  /** Hands over what closed tabs have left behind, one after another; it is forgotten once it is adopted. */
  takeOver: (adopt: (unsent: Unsent) => Promise<void>) => Promise<void>
}

type Deps = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  locks: Pick<LockManager, 'request'>
  scriptId: string
  tabId: string
}

/** In local storage, under a name of the tab's own. A tab holds a lock of that name while it lives; who gets it is alone. */
export function createUnsentMemory({ storage, locks, scriptId, tabId }: Deps): UnsentMemory {
  const prefix = `unsentEdits:${scriptId}:`
  const own = prefix + tabId
  // Held until the tab is gone: nobody ever resolves it.
  void locks.request(own, () => new Promise<never>(() => {})).catch(() => undefined)
  return {
    keep: (unsent) => {
      if (!unsent) return storage.removeItem(own)
      try {
        storage.setItem(own, JSON.stringify(unsent))
      } catch {
        // The storage is full: it is still sent, only a closed tab would lose it.
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

/** Nobody but this file writes it; what is broken all the same is nothing. */
function parsed(text: string | null): Unsent | undefined {
  try {
    const unsent = JSON.parse(text ?? 'null') as Unsent | null
    return unsent && Array.isArray(unsent.operations) ? unsent : undefined
  } catch {
    return undefined
  }
}
