import { createJournal as keep } from '#journal.ts'

/** Requests, never with the key of the caller or the sound. */
export type JournalEntry = {
  model: string
  language: string | undefined
  seconds: number
  /** Names of the fields, in order. */
  fields: string[]
  modes: string[]
  status: number | 'none'
}

export type Journal = ReturnType<typeof createJournal>

/** The newest requests in order, and how many were in flight at once. */
export function createJournal() {
  const calls = keep<JournalEntry>()
  let [inFlight, mostInFlight] = [0, 0]
  return {
    add: calls.add,
    begin(): void {
      inFlight += 1
      mostInFlight = Math.max(mostInFlight, inFlight)
    },
    end(): void {
      inFlight -= 1
    },
    state: () => ({ calls: calls.entries(), inFlight, mostInFlight }),
    clear(): void {
      calls.clear()
      mostInFlight = inFlight
    },
  }
}
export type JournalState = ReturnType<Journal['state']>
