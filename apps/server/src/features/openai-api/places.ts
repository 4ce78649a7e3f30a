import { AppError } from '#platform/errors.ts'

const RETRY_SECONDS = 30

export type Places = {
  /** Does the work if there is a place for one more; otherwise throws 429. */
  use<T>(userId: string, work: () => Promise<T>): Promise<T>
}

/** Limits how many requests wait at once, of one user and of all: each holds a connection and polls the database. */
export function createPlaces(limits: { user: number; all: number }): Places {
  const taken = new Map<string, number>()
  let all = 0
  const leave = (userId: string) => {
    const left = (taken.get(userId) ?? 0) - 1
    if (left > 0) taken.set(userId, left)
    else taken.delete(userId)
    all--
  }
  return {
    use: async (userId, work) => {
      const own = taken.get(userId) ?? 0
      if (own >= limits.user || all >= limits.all)
        throw new AppError('tooManyRequests', { retryAfterSeconds: RETRY_SECONDS })
      taken.set(userId, own + 1)
      all++
      try {
        return await work()
      } finally {
        leave(userId)
      }
    },
  }
}
