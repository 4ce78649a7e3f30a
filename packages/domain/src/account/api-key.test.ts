import { describe, expect, it } from 'vitest'

import { apiKeyFrom, isApiKey, KEY_ALPHABET, KEY_SECRET_LENGTH, maskApiKey } from './api-key.ts'

const SECRET = 'abcdefghijklmnopqrstuvwxyzABCD'
const KEY = apiKeyFrom(SECRET)

/** Every text that differs from `key` in one character. */
function typosOf(key: string): string[] {
  return Array.from(key).flatMap((right, at) =>
    Array.from(KEY_ALPHABET)
      .filter((wrong) => wrong !== right)
      .map((wrong) => `${key.slice(0, at)}${wrong}${key.slice(at + 1)}`),
  )
}

describe('an API key', () => {
  it('is dsl_, the secret and its CRC-32 in base 62 [ACC-8]', () => {
    // zlib.crc32('abcdefghijklmnopqrstuvwxyzABCD') = 4246480780
    expect(KEY).toBe(`dsl_${SECRET}4dNndU`)
    expect(apiKeyFrom('0'.repeat(KEY_SECRET_LENGTH))).toHaveLength(40)
  })

  it('is recognised by its form and checksum [ACC-8]', () => {
    expect(isApiKey(KEY)).toBe(true)
  })

  it('is refused with any one character changed [ACC-8]', () => {
    expect(typosOf(KEY).filter(isApiKey)).toEqual([])
  })

  it.each([
    '',
    'dsl_',
    KEY.slice(0, -1),
    `${KEY}0`,
    ` ${KEY}`,
    `${KEY}\n`,
    KEY.replace('dsl_', 'DSL_'),
    KEY.replace('ab', 'ba'),
    'eyJhbGciOiJIUzI1NiJ9.e30.x',
  ])('is not %j', (text) => {
    expect(isApiKey(text)).toBe(false)
  })

  it('shows its last four characters when masked [ACC-8]', () => {
    expect(maskApiKey(`dsl_${SECRET}001a2B`)).toBe('dsl_••••1a2B')
  })
})
