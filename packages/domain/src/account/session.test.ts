import { describe, expect, it } from 'vitest'

import { decideRotation } from './session.ts'

const now = new Date('2026-11-15T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const later = new Date(now.getTime() + 1000)
const session = { revokedAt: null, expiresAt: later }
const fresh = { usedAt: null, expiresAt: later, childUsed: false, siblingUsed: false }

describe('a refresh token', () => {
  it('is rotated', () => {
    expect(decideRotation(fresh, session, now)).toBe('rotate')
  })

  it('is refused once it or its session has ended', () => {
    expect(decideRotation({ ...fresh, expiresAt: now }, session, now)).toBe('refuse')
    expect(decideRotation(fresh, { ...session, expiresAt: now }, now)).toBe('refuse')
    expect(decideRotation(fresh, { ...session, revokedAt: ago(1) }, now)).toBe('refuse')
  })

  it('may be reused for 30 s while its child is unused', () => {
    expect(decideRotation({ ...fresh, usedAt: ago(30) }, session, now)).toBe('rotate')
    expect(decideRotation({ ...fresh, usedAt: ago(31) }, session, now)).toBe('revoke')
    expect(decideRotation({ ...fresh, usedAt: ago(1), childUsed: true }, session, now)).toBe('revoke')
  })

  it('ends the session if another child of its parent was used', () => {
    expect(decideRotation({ ...fresh, siblingUsed: true }, session, now)).toBe('revoke')
    expect(decideRotation({ ...fresh, usedAt: ago(1), siblingUsed: true }, session, now)).toBe('revoke')
  })
})
