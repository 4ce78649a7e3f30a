import { describe, expect, it } from 'vitest'

import { registerBlocker, type Registration } from './register-blocker.ts'

const filled: Registration = { name: 'Анна', surname: '', email: 'a@b.ru', password: 'Secret12!' }

describe('a registration', () => {
  const MISSING = [{ name: ' ' }, { email: '' }, { password: '' }]
  it.each(MISSING)('requires the mandatory fields first: %j [AUTH-4]', (missing) => {
    expect(registerBlocker({ ...filled, ...missing }, false, true)).toBe('fields')
  })

  it('then requires the consent, a strong password, and fields without errors [AUTH-4]', () => {
    const weak = { ...filled, password: 'Secret123' }

    expect(registerBlocker(weak, false, true)).toBe('consent')
    expect(registerBlocker(weak, true, true)).toBe('password')
    expect(registerBlocker(filled, true, true)).toBe('error')
    expect(registerBlocker(filled, true, false)).toBeUndefined()
  })
})
