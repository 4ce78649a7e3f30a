import { scopes } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import type { Authenticator } from '#platform/http/route.ts'

import { createLiveSessions } from './live.ts'

/** Accepts access tokens of sessions that have not ended. */
export function sessionAuthenticator({ db, tokens }: Context): Authenticator {
  const isLive = createLiveSessions(db)
  return async (token, now) => {
    const claims = await tokens.readAccess(token, now)
    if (!claims || !(await isLive(claims))) return undefined
    return { kind: 'session', ...claims, scopes }
  }
}
