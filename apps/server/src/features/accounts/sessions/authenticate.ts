import { type SessionActor, scopes } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import type { Authenticator } from '#platform/http/admit.ts'
import type { AccessClaims } from '#platform/tokens.ts'

import { createLiveSessions } from './live.ts'

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
