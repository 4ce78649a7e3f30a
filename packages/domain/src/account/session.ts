export const ACCESS_TOKEN_SECONDS = 15 * 60
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 3600
export const SESSION_SECONDS = 180 * 24 * 3600
const GRACE_SECONDS = 30

export type RefreshToken = { usedAt: Date | null; expiresAt: Date; childUsed: boolean }
export type Session = { revokedAt: Date | null; expiresAt: Date }

export type Rotation = 'rotate' | 'refuse' | 'revoke'

/**
 * What a presented refresh token deserves. Two tabs and lost answers are normal, so the parent of an unused
 * child still works for 30 s; anything older is a stolen token and ends the whole session.
 */
export function decideRotation(token: RefreshToken, session: Session, now: Date): Rotation {
  if (session.revokedAt || session.expiresAt <= now || token.expiresAt <= now) return 'refuse'
  if (!token.usedAt) return 'rotate'
  const usedSecondsAgo = (now.getTime() - token.usedAt.getTime()) / 1000
  return usedSecondsAgo <= GRACE_SECONDS && !token.childUsed ? 'rotate' : 'revoke'
}
