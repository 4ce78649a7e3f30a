import type { Line } from './line.ts'

/** A line whose pauses end when the test says so; `pauses` are how long each was meant to be. */
export function fakeLine() {
  const waiting = new Set<() => void>()
  const pauses: number[] = []
  let isOnline = true
  const line: Line = {
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
    ...line,
    pauses,
    /** Ends every pause there is. */
    go: () => {
      for (const end of waiting) end()
    },
    isWaiting: () => waiting.size > 0,
    setOnline: (next: boolean) => {
      isOnline = next
    },
  }
}

/** A line without pauses, for work that is not about them. */
export const impatientLine: Line = { isOnline: () => true, wait: () => Promise.resolve() }
