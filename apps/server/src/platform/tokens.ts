import { createHash, randomBytes } from 'node:crypto'

import { ACCESS_TOKEN_SECONDS } from '@doslovno/domain/account/session.ts'
import { jwtVerify, SignJWT } from 'jose'

/** The claims of an access token. */
export type AccessClaims = { userId: string; sessionId: string }

export type Tokens = {
  signAccess(claims: AccessClaims, now: Date): Promise<string>
  /** Undefined if the token is missing, forged, expired or from another issuer. */
  readAccess(token: string, now: Date): Promise<AccessClaims | undefined>
  /** The claims of a token that `readAccess` accepted within the last minute, without a check of its signature. */
  peekAccess(token: string, now: Date): AccessClaims | undefined
}

const ISSUER = 'doslovno'
const AUDIENCE = 'doslovno-api'
const TYPE = 'at+jwt'
/** Allowed clock skew between two machines. */
const LEEWAY_SECONDS = 5
/** A page polls with one token for minutes; checking its signature each time would cost more than the rest of the call. */
const REMEMBER_MS = 60_000
const MOST_REMEMBERED = 100_000

export function createTokens(secret: string): Tokens {
  // Imported once: an import takes longer than a check.
  const importedKey = crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  )
  const accepted = new Map<string, { claims: AccessClaims; untilMs: number }>()

  const peekAccess: Tokens['peekAccess'] = (token, now) => {
    const known = accepted.get(token)
    return known && known.untilMs > now.getTime() ? known.claims : undefined
  }
  const remember = (token: string, claims: AccessClaims, expiresMs: number, nowMs: number) => {
    if (accepted.size >= MOST_REMEMBERED) accepted.clear()
    accepted.set(token, { claims, untilMs: Math.min(expiresMs, nowMs + REMEMBER_MS) })
  }
  return {
    signAccess: async ({ userId, sessionId }, now) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + ACCESS_TOKEN_SECONDS * 1000))
        .sign(await importedKey),
    peekAccess,
    readAccess: async (token, now) => {
      const known = peekAccess(token, now)
      if (known) return known
      try {
        const checks = {
          issuer: ISSUER,
          audience: AUDIENCE,
          typ: TYPE,
          algorithms: ['HS256'],
          clockTolerance: LEEWAY_SECONDS,
        }
        const { payload } = await jwtVerify(token, await importedKey, { ...checks, currentDate: now })
        if (typeof payload.sub !== 'string' || typeof payload.sid !== 'string') return undefined
        const claims = { userId: payload.sub, sessionId: payload.sid }
        remember(token, claims, ((payload.exp ?? 0) + LEEWAY_SECONDS) * 1000, now.getTime())
        return claims
      } catch {
        return undefined
      }
    },
  }
}

/** 256 random bits. Only the hash of an opaque token is stored. */
export function createOpaqueToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
