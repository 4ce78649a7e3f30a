import type { Connection } from '#lib/connection/connection.ts'

/** A connection whose pauses end on demand; `pauses` lists their requested lengths. */
export function fakeConnection() {
  const waiting = new Set<() => void>()
  const pauses: number[] = []
  let isOnline = true
  const connection: Connection = {
    isOnline: () => isOnline,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        pauses.push(ms)
        const end = () => {
          waiting.delete(end)
          resolve()
        }
        waiting.add(end)
        signal.addEventListener('abort', end, { once: true })
        if (signal.aborted) end()
      }),
  }
  return {
    ...connection,
    pauses,
    /** Ends all current pauses. */
    go: () => {
      for (const end of waiting) end()
    },
    isWaiting: () => waiting.size > 0,
    setOnline: (next: boolean) => {
      isOnline = next
    },
  }
}

/** A connection without pauses. */
export const instantConnection: Connection = { isOnline: () => true, wait: () => Promise.resolve() }
