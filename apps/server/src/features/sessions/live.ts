import type { Db } from '#platform/db.ts'
import type { Viewer } from '#platform/tokens.ts'

const KNOWN_MS = 20_000
const MOST = 100_000

/** Answers from memory for a while: a session that was ended elsewhere dies here within 20 s. */
export function createLiveSessions(db: Db): (viewer: Viewer) => Promise<boolean> {
  const known = new Map<string, { isLive: boolean; until: number }>()
  return async ({ sessionId }) => {
    const before = known.get(sessionId)
    if (before && before.until > Date.now()) return before.isLive
    const isLive = await isSessionLive(db, sessionId)
    if (known.size >= MOST) known.clear()
    known.set(sessionId, { isLive, until: Date.now() + KNOWN_MS })
    return isLive
  }
}

async function isSessionLive(db: Db, sessionId: string): Promise<boolean> {
  const session = await db.selectFrom('sessions').select('revokedAt').where('id', '=', sessionId).executeTakeFirst()
  return session !== undefined && session.revokedAt === null
}
