import { scopes, type SessionActor } from '@doslovno/domain/access.ts'
import { LRUCache } from 'lru-cache'

import type { Context } from '#context.ts'
import { askTogether } from '#platform/ask-together.ts'
import type { Db } from '#platform/db.ts'
import type { Authenticator } from '#platform/http/admit.ts'
import type { AccessClaims } from '#platform/tokens.ts'

import { ownersOfLive } from './repo.ts'

export type SessionAuthenticator = Authenticator & {
  /** The actor of a token that was accepted moments ago, from memory alone; undefined: ask. */
  peek: (token: string, now: Date) => SessionActor | undefined
  /** Whether the session has not ended; knows an end within 20 s. */
  isLive: (session: AccessClaims) => Promise<boolean>
}

/** Accepts access tokens of sessions that have not ended. */
export function sessionAuthenticator({ db, tokens }: Context): SessionAuthenticator {
  const sessions = createLiveSessions(db)
  const authenticate: Authenticator = async (token, now) => {
    const claims = await tokens.readAccess(token, now)
    if (!claims || !(await sessions.isLive(claims))) return undefined
    return { kind: 'session', ...claims, scopes }
  }
  const peek: SessionAuthenticator['peek'] = (token, now) => {
    const claims = tokens.peekAccess(token, now)
    return claims && sessions.peek(claims) ? { kind: 'session', ...claims, scopes } : undefined
  }
  return Object.assign(authenticate, { peek, isLive: (session: AccessClaims) => sessions.isLive(session) })
}

const CACHE_MS = 20_000
/** An answer of this age is asked for again while it still counts, so that pages that poll never wait for it. */
const REFRESH_MS = 10_000
const CACHE_SIZE = 100_000

type LiveSessions = {
  isLive(claims: AccessClaims): Promise<boolean>
  /** The remembered answer; undefined if there is none. */
  peek(claims: AccessClaims): boolean | undefined
}

/** Remembers answers, so a session revoked by another process ends here within 20 s. */
function createLiveSessions(db: Db): LiveSessions {
  const ownerOf = askTogether((sessionIds) => ownersOfLive(db, sessionIds))
  const owners = new LRUCache<string, { id: string | undefined }>({
    max: CACHE_SIZE,
    ttl: CACHE_MS,
    // An answer counts to its end, also if the database does not repeat it.
    noDeleteOnFetchRejection: true,
    ignoreFetchAbort: true,
    fetchMethod: async (sessionId) => ({ id: await ownerOf(sessionId) }),
  })
  const peek: LiveSessions['peek'] = ({ sessionId, userId }) => {
    const owner = owners.get(sessionId)
    if (owner && owners.getRemainingTTL(sessionId) < CACHE_MS - REFRESH_MS)
      owners.fetch(sessionId, { forceRefresh: true }).catch(() => undefined)
    return owner && owner.id === userId
  }
  return {
    peek,
    isLive: async (claims) => peek(claims) ?? (await owners.forceFetch(claims.sessionId)).id === claims.userId,
  }
}
