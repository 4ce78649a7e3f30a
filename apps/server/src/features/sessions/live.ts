import type { Db } from '#platform/db.ts'
import type { AccessClaims } from '#platform/tokens.ts'

import { isSessionLive } from './repo.ts'

const CACHE_MS = 20_000
const CACHE_SIZE = 100_000

/** Caches answers, so a session revoked by another process ends here within 20 s. */
export function createLiveSessions(db: Db): (claims: AccessClaims) => Promise<boolean> {
  const cached = new Map<string, { isLive: boolean; until: number }>()
  return async (claims) => {
    const key = `${claims.sessionId} ${claims.userId}`
    const hit = cached.get(key)
    if (hit && hit.until > Date.now()) return hit.isLive
    const isLive = await isSessionLive(db, claims)
    if (cached.size >= CACHE_SIZE) cached.clear()
    cached.set(key, { isLive, until: Date.now() + CACHE_MS })
    return isLive
  }
}
