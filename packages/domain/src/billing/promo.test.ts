import { describe, expect, it } from 'vitest'

import { decidePromo, normalCode } from './promo.ts'

const now = new Date('2026-11-15T12:00:00Z')
const open = { maxUses: null, expiresAt: null, closedAt: null }
const unused = { count: 0, isOwn: false }

describe('a promo code', () => {
  it('is read in any case, with spaces around it and in any form of й', () => {
    expect(normalCode(' май \n')).toBe('МАЙ')
    expect(normalCode('май'.normalize('NFD'))).toBe('МАЙ')
    expect(normalCode('Spring-27')).toBe('SPRING-27')
  })

  it('grants until it expires, is closed or is used up', () => {
    expect(decidePromo(open, { count: 1000, isOwn: false }, now)).toBe('grant')
    expect(decidePromo({ ...open, maxUses: 2 }, { count: 1, isOwn: false }, now)).toBe('grant')
    expect(decidePromo({ ...open, maxUses: 2 }, { count: 2, isOwn: false }, now)).toBe('promoEnded')
    expect(decidePromo({ ...open, expiresAt: new Date(now.getTime() + 1) }, unused, now)).toBe('grant')
    expect(decidePromo({ ...open, expiresAt: now }, unused, now)).toBe('promoEnded')
    expect(decidePromo({ ...open, closedAt: now }, unused, now)).toBe('promoEnded')
  })

  it('says that it was used even after it has ended', () => {
    expect(decidePromo({ ...open, closedAt: now }, { count: 1, isOwn: true }, now)).toBe('promoUsed')
  })
})
