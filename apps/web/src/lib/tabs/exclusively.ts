import { pause } from '#lib/pause.ts'

/** Browsers hand a lock to another tab at once, but the stored values only a moment later. */
const STORAGE_DELAY_MS = 1_000

/** Runs the work in one tab at a time. Web Locks need a secure context; without them a tab cares for itself only. */
export async function exclusively<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const locks = availableLocks()
  return locks ? await locks.request(lock, work) : await work()
}

/** Runs long work in one tab of the browser at a time; the next tab follows when this one ends it or is closed. */
export async function onlyTab(lock: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const locks = availableLocks()
  await (locks ? locks.request(lock, { signal }, work) : work())
}

/** As `exclusively`; if another tab held the lock, the work starts when what that tab stored has arrived here. */
export async function exclusivelyAfterStorage<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const locks = availableLocks()
  if (!locks) return await work()
  const first = await locks.request(lock, { ifAvailable: true }, async (held) => held && { value: await work() })
  if (first) return first.value
  const stored = nextStorageEvent()
  try {
    return await locks.request(lock, async () => {
      await Promise.race([stored.event, pause(STORAGE_DELAY_MS)])
      return work()
    })
  } finally {
    stored.stop()
  }
}

/** The types promise `locks` everywhere; browsers have it in secure contexts only. */
function availableLocks(): LockManager | undefined {
  return navigator.locks as LockManager | undefined
}

function nextStorageEvent(): { event: Promise<void>; stop: () => void } {
  const { promise: event, resolve } = Promise.withResolvers<void>()
  const listener = () => resolve()
  window.addEventListener('storage', listener)
  return { event, stop: () => window.removeEventListener('storage', listener) }
}
