import { describe, expect, it } from 'vitest'

import { isEmail } from './email.ts'
import { mailLinkState } from './mail-link.ts'
import { passedChecks, passwordProblem, passwordStrength } from './password.ts'

describe('the strength of a password', () => {
  it('is five checks of one fifth each: length, uppercase, lowercase, digit, special [AUTH-5]', () => {
    const steps = ['', 'abc', 'abcdefgh', 'abcdefg1', 'Abcdefg1', 'Abcdef1!']

    expect(steps.map((password) => passwordStrength(password))).toEqual([
      { percent: 0, level: 'weak' },
      { percent: 20, level: 'weak' },
      { percent: 40, level: 'weak' },
      { percent: 60, level: 'medium' },
      { percent: 80, level: 'medium' },
      { percent: 100, level: 'strong' },
    ])
  })

  it('counts Russian letters as letters, and no letter, digit or space as special', () => {
    expect(passedChecks('Пароль 1')).toEqual(['length', 'uppercase', 'lowercase', 'digit'])
    expect(passedChecks('Пароль-1')).toContain('special')
  })

  it('requires all five at registration, and length, a letter and a digit elsewhere', () => {
    expect(passwordProblem('abcdefg1', true)).toBe('wrongFormat')
    expect(passwordProblem('abcdefg1', false)).toBeUndefined()
    expect(passwordProblem('abcdefgh', false)).toBe('auth.passwordMustContainNumbers')
    expect(passwordProblem('12345678', false)).toBe('auth.passwordMustContainerLetters')
    expect(passwordProblem(`Aa1!${'x'.repeat(130)}`, false)).toBe('wrongFormat')
  })
})

it('accepts e-mail addresses and nothing else', () => {
  const addresses = ['anna@example.ru', 'анна@почта.рф', 'a.b+c@x-y.example.com']
  const others = [
    '',
    'anna',
    'anna@',
    '@example.ru',
    'a b@example.ru',
    'anna@example',
    'a@b.c\r\nbcc: x@y.zz',
    '<a@b.ru>',
  ]

  expect(addresses.filter(isEmail)).toEqual(addresses)
  expect(others.filter(isEmail)).toEqual([])
})

it('distinguishes a used mail link from an expired or unknown one', () => {
  const now = new Date()
  const later = new Date(now.getTime() + 1)

  expect(mailLinkState({ usedAt: null, expiresAt: later }, now)).toBe('good')
  expect(mailLinkState({ usedAt: now, expiresAt: later }, now)).toBe('used')
  expect(mailLinkState({ usedAt: null, expiresAt: now }, now)).toBe('wrong')
  expect(mailLinkState(undefined, now)).toBe('wrong')
})
