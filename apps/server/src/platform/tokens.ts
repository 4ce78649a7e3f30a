import { createHash, randomBytes } from 'node:crypto'

import { ACCESS_TOKEN_SECONDS } from '@doslovno/domain/account/session.ts'
import { jwtVerify, SignJWT } from 'jose'

/** The claims of an access token. */
export type AccessClaims = { userId: string; sessionId: string }

export type Tokens = {
  signAccess(claims: AccessClaims, now: Date): Promise<string>
  /** Undefined if the token is missing, forged, expired or from another issuer. */
  readAccess(token: string, now: Date): Promise<AccessClaims | undefined>
}

const ISSUER = 'doslovno'
const AUDIENCE = 'doslovno-api'
const TYPE = 'at+jwt'
/** Allowed clock skew between two machines. */
const LEEWAY_SECONDS = 5

export function createTokens(secret: string): Tokens {
  const key = new TextEncoder().encode(secret)
  return {
    signAccess: ({ userId, sessionId }, now) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + ACCESS_TOKEN_SECONDS * 1000))
        .sign(key),
    readAccess: async (token, now) => {
      try {
        const checks = {
          issuer: ISSUER,
          audience: AUDIENCE,
          typ: TYPE,
          algorithms: ['HS256'],
          clockTolerance: LEEWAY_SECONDS,
        }
        const { payload } = await jwtVerify(token, key, { ...checks, currentDate: now })
        if (typeof payload.sub !== 'string' || typeof payload.sid !== 'string') return undefined
        return { userId: payload.sub, sessionId: payload.sid }
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
