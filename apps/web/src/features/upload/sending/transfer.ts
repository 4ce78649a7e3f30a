/** The bytes sent at one moment. */
type Mark = { at: number; sentBytes: number }

/** Progress of an upload, with the marks of the last seconds. */
export type Transfer = { totalBytes: number; sentBytes: number; marks: readonly Mark[] }

/** Window for the speed: long enough not to jump, short enough to follow the connection. */
const SPEED_WINDOW_MS = 8000
const SHORTEST_MS = 1000

export function begun(totalBytes: number, at: number, sentBytes = 0): Transfer {
  return { totalBytes, sentBytes, marks: [{ at, sentBytes }] }
}

export function moved({ totalBytes, marks }: Transfer, sentBytes: number, at: number): Transfer {
  const recent = marks.filter((mark) => at - mark.at <= SPEED_WINDOW_MS)
  return { totalBytes, sentBytes, marks: [...recent, { at, sentBytes }] }
}

/** Goes back to the kept bytes after a loss, and measures the speed anew. */
export function rewind({ totalBytes }: Transfer, keptBytes: number, at: number): Transfer {
  return begun(totalBytes, at, keptBytes)
}

export function percentOf({ totalBytes, sentBytes }: Pick<Transfer, 'totalBytes' | 'sentBytes'>): number {
  return totalBytes > 0 ? Math.trunc((sentBytes / totalBytes) * 100) : 0
}

/** Bytes per second; undefined until there is enough data. */
export function speedOf({ marks }: Transfer): number | undefined {
  const first = marks[0]
  const last = marks.at(-1)
  if (!first || !last || last.at - first.at < SHORTEST_MS) return undefined
  return ((last.sentBytes - first.sentBytes) / (last.at - first.at)) * 1000
}

/** ETA at the current speed. */
export function secondsLeft(transfer: Transfer): number | undefined {
  const speed = speedOf(transfer)
  return speed ? (transfer.totalBytes - transfer.sentBytes) / speed : undefined
}
