import { describe, expect, it } from 'vitest'

import { totpCode } from '#test/totp-code.ts'

import { newTotpSecret, stepOf, totpUrl } from './codes.ts'

/** Appendix B of RFC 6238, SHA-1: base32 of 12345678901234567890. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('a code of an authenticator app', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('is the end of that of RFC 6238 at second %d: %s', (seconds, code) => {
    expect(stepOf(code.slice(2), SECRET, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
  })

  it('is good in its step and its neighbours, and nowhere else', () => {
    const now = new Date(1_111_111_111_000)
    const step = Math.floor(1_111_111_111 / 30)
    const codeOf = (drift: number) => totpCode(SECRET, new Date(now.getTime() + drift * 30_000))

    const found = [-2, -1, 0, 1, 2].map((drift) => stepOf(codeOf(drift), SECRET, now))

    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined])
  })

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('is not «%s»', (code) => {
    expect(stepOf(code, SECRET, new Date(59_000))).toBeUndefined()
  })
})

describe('the secret of an authenticator app', () => {
  it('is base32 of RFC 4648 with 160 random bits', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
    expect(newTotpSecret()).not.toBe(newTotpSecret())
  })

  it('comes with a link that names the service and the account', () => {
    const url = new URL(totpUrl(SECRET, 'anna+1@example.ru'))

    expect(url.href).toContain(`otpauth://totp/${encodeURIComponent('Дословно')}:anna%2B1%40example.ru?`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      secret: SECRET,
      issuer: 'Дословно',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})
