/** The newest entries of what was asked, oldest first; never the secret of a caller. */
export function createJournal<Entry>(kept = 10_000) {
  const entries: Entry[] = []
  return {
    add: (...added: readonly Entry[]): void => {
      entries.push(...added)
      entries.splice(0, entries.length - kept)
    },
    entries: (): readonly Entry[] => [...entries],
    clear: () => void entries.splice(0),
  }
}
