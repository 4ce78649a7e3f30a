/** A kept file, as the list of kept files has it. */
export type KeptFile = {
  id: string
  fileName: string
  type: 'audio' | 'video'
  seconds: number
  /** When its text was loaded, and when it was last opened; milliseconds. */
  savedAt: number
  openedAt: number
  bytes: number
}

const LIMITS = { files: 30, bytes: 50_000_000 }

/** The list with a file that was opened just now, newest first, and the ids of those that no longer fit. */
export function withOpened(list: readonly KeptFile[], opened: KeptFile, limits = LIMITS) {
  const all = [opened, ...list.filter(({ id }) => id !== opened.id)].toSorted((a, b) => b.openedAt - a.openedAt)
  const kept: KeptFile[] = []
  let bytes = 0
  for (const file of all) {
    bytes += file.bytes
    if (kept.length === limits.files || bytes > limits.bytes) break
    kept.push(file)
  }
  return { kept, dropped: all.slice(kept.length).map(({ id }) => id) }
}
