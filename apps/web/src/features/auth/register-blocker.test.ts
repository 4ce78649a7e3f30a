import { describe, expect, it } from 'vitest'

import { registerBlocker, type Registration } from './register-blocker.ts'

const filled: Registration = { name: 'Анна', surname: '', email: 'a@b.ru', password: 'Secret12!' }

describe('a registration', () => {
  const MISSING = [{ name: ' ' }, { email: '' }, { password: '' }]
  it.each(MISSING)('waits for its required fields before anything else: %j [AUTH-4]', (missing) => {
    expect(registerBlocker({ ...filled, ...missing }, false, true)).toBe('fields')
  })

  it('waits for the consent, then for a strong password, then for a field with an error [AUTH-4]', () => {
    const weak = { ...filled, password: 'Secret123' }

    expect(registerBlocker(weak, false, true)).toBe('consent')
    expect(registerBlocker(weak, true, true)).toBe('password')
    expect(registerBlocker(filled, true, true)).toBe('error')
    expect(registerBlocker(filled, true, false)).toBeUndefined()
  })
})
