import { isApiKey } from '@doslovno/domain/account/api-key.ts'

import type { Context } from '#context.ts'
import type { Authenticator } from '#platform/http/admit.ts'
import { hashToken } from '#platform/tokens.ts'

import { keyByHash, touchKey } from './repo.ts'

/** The last use is exact to a minute: a program must not cost a write per call. */
const TOUCH_MS = 60_000

/** Accepts API keys; a mistyped key costs no query. */
export function keyAuthenticator({ db }: Context): Authenticator {
  return async (token, now) => {
    if (!isApiKey(token)) return undefined
    const key = await keyByHash(db, hashToken(token))
    if (!key) return undefined
    const before = new Date(now.getTime() - TOUCH_MS)
    if (!key.lastUsedAt || key.lastUsedAt <= before) await touchKey(db, key.id, { now, before })
    return { kind: 'key', userId: key.userId, keyId: key.id, scopes: key.scopes }
  }
}
