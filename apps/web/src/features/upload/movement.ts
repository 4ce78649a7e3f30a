/** One moment of an upload: how much was sent, and when. */
type Mark = { at: number; sentBytes: number }

/** Bytes on their way, with the marks of the last seconds. */
export type Movement = { totalBytes: number; sentBytes: number; marks: readonly Mark[] }

/** Speed is judged by the last seconds, so that it follows the line and does not jump. */
const SPEED_WINDOW_MS = 8000
const SHORTEST_MS = 1000

export function begun(totalBytes: number, at: number, sentBytes = 0): Movement {
  return { totalBytes, sentBytes, marks: [{ at, sentBytes }] }
}

export function moved({ totalBytes, marks }: Movement, sentBytes: number, at: number): Movement {
  const recent = marks.filter((mark) => at - mark.at <= SPEED_WINDOW_MS)
  return { totalBytes, sentBytes, marks: [...recent, { at, sentBytes }] }
}

/** What was on its way is lost: it goes on from what has arrived, and the speed is judged anew. */
export function setBack({ totalBytes }: Movement, keptBytes: number, at: number): Movement {
  return begun(totalBytes, at, keptBytes)
}

export function percentOf({ totalBytes, sentBytes }: Pick<Movement, 'totalBytes' | 'sentBytes'>): number {
  return totalBytes > 0 ? Math.trunc((sentBytes / totalBytes) * 100) : 0
}

/** Bytes a second; undefined until there is something to judge by. */
export function speedOf({ marks }: Movement): number | undefined {
  const first = marks[0]
  const last = marks.at(-1)
  if (!first || !last || last.at - first.at < SHORTEST_MS) return undefined
  return ((last.sentBytes - first.sentBytes) / (last.at - first.at)) * 1000
}

/** Seconds left at the present speed. */
export function secondsLeft(movement: Movement): number | undefined {
  const speed = speedOf(movement)
  return speed ? (movement.totalBytes - movement.sentBytes) / speed : undefined
}
