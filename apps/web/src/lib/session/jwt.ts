/** Seconds until the token's `exp` by this device's clock; an unreadable token counts as expired. */
export function secondsLeft(token: string, nowMs: number): number {
  const expiresAt = expiryOf(token)
  return expiresAt === undefined ? -Infinity : expiresAt - nowMs / 1000
}

function expiryOf(token: string): number | undefined {
  const payload = token.split('.')[1]
  if (!payload) return undefined
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return undefined
    return typeof claims.exp === 'number' ? claims.exp : undefined
  } catch {
    return undefined
  }
}
