const WINDOW_MS = 60_000

export type PollFuse = {
  /** Counts a poll of a user; returns whether it was within the limit. */
  isWithin: (userId: string) => boolean
}

/** Each process counts polls for itself: the limit is a fuse against a broken client, and polls are too many to share. */
export function createPollFuse(times: number): PollFuse {
  let counts = new Map<string, number>()
  let endsAt = 0
  return {
    isWithin: (userId) => {
      const now = performance.now()
      if (now >= endsAt) {
        counts = new Map()
        endsAt = now + WINDOW_MS
      }
      const count = (counts.get(userId) ?? 0) + 1
      counts.set(userId, count)
      return count <= times
    },
  }
}
