export const ACCESS_TOKEN_SECONDS = 15 * 60
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 3600
export const SESSION_SECONDS = 180 * 24 * 3600
const GRACE_SECONDS = 30

export type RefreshToken = {
  usedAt: Date | null
  expiresAt: Date
  childUsed: boolean
  /** Another token issued for the same parent was used: two holders of the parent exist. */
  siblingUsed: boolean
}
export type Session = { revokedAt: Date | null; expiresAt: Date }

export type Rotation = 'rotate' | 'refuse' | 'revoke'

/**
 * Decides what happens to a presented refresh token. Two tabs and lost replies are normal, so a used token works
 * for 30 s more while its child is unused. One browser keeps only one of the children, so the use of a second child,
 * like any other reuse, means theft and revokes the session.
 */
export function decideRotation(token: RefreshToken, session: Session, now: Date): Rotation {
  if (session.revokedAt || session.expiresAt <= now || token.expiresAt <= now) return 'refuse'
  if (token.siblingUsed) return 'revoke'
  if (!token.usedAt) return 'rotate'
  const usedSecondsAgo = (now.getTime() - token.usedAt.getTime()) / 1000
  return usedSecondsAgo <= GRACE_SECONDS && !token.childUsed ? 'rotate' : 'revoke'
}
