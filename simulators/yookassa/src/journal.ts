/** What was asked; never the secret of the caller. */
export type JournalEntry = {
  at: string
  method: string
  path: string
  idempotenceKey: string | undefined
  /** The status of the answer, or why there was none. */
  outcome: number | 'hang' | 'reset'
  /** The answer was that of an earlier request with the same key. */
  isReplay: boolean
}

const KEPT = 10_000

export type Journal = ReturnType<typeof createJournal>

/** The newest calls of the API, oldest first. */
export function createJournal() {
  const entries: JournalEntry[] = []
  return {
    add(entry: JournalEntry): void {
      entries.push(entry)
      if (entries.length > KEPT) entries.shift()
    },
    entries: (): readonly JournalEntry[] => [...entries],
    clear: () => void entries.splice(0),
  }
}
