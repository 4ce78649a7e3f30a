import { randomBytes } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { createSecrets } from './secrets.ts'

const newKey = () => randomBytes(32).toString('base64')
const SECRET = 'тайна 123'

describe('secrets at rest', () => {
  it('are read again for the same purpose only', () => {
    const secrets = createSecrets([newKey()])
    const sealed = secrets.seal(SECRET, 'totp anna')

    expect(secrets.open(sealed, 'totp anna')).toBe(SECRET)
    expect(sealed.includes(SECRET)).toBe(false)
    expect(() => secrets.open(sealed, 'totp boris')).toThrow('authenticate data')
  })

  it('are refused after any change', () => {
    const secrets = createSecrets([newKey()])
    const sealed = secrets.seal(SECRET, 'p')
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => secrets.open(changed, 'p'), `byte ${at}`).toThrow(/authenticate data|not configured/)
    }
  })

  it('survive a change of the key while the old one is still listed', () => {
    const [old, fresh] = [newKey(), newKey()]
    const sealed = createSecrets([old]).seal(SECRET, 'p')

    expect(createSecrets([fresh, old]).open(sealed, 'p')).toBe(SECRET)
    expect(() => createSecrets([fresh]).open(sealed, 'p')).toThrow('not configured')
  })

  it('differ each time, even for the same text', () => {
    const secrets = createSecrets([newKey()])
    expect(secrets.seal(SECRET, 'p').equals(secrets.seal(SECRET, 'p'))).toBe(false)
  })
})
