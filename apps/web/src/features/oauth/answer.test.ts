import { describe, expect, it } from 'vitest'

import { holdAnswer, takeAnswer } from './answer.ts'

/** Opens the app at an address; returns the address afterwards. */
function open(href: string): string {
  let shown = href
  const { pathname, search, hash } = new URL(href, 'https://us.test')
  holdAnswer({ pathname, search, hash }, { state: null, replaceState: (_state, _, url) => void (shown = String(url)) })
  return shown
}

describe("a provider's answer in the address", () => {
  it('is removed at once and can be read once', () => {
    expect(open('/oauth/google#access_token=t&state=s')).toBe('/oauth/google')

    expect(takeAnswer('google')?.get('access_token')).toBe('t')
    expect(takeAnswer('google')).toBeUndefined()
  })

  it('is in the query for VK, and long numbers stay intact', () => {
    expect(open('/oauth/vk?code=c&state=s&device_id=12345678901234567890')).toBe('/oauth/vk')

    expect(takeAnswer('vk')?.get('device_id')).toBe('12345678901234567890')
  })

  it('may be a refusal without a state', () => {
    open('/oauth/yandex#error=access_denied')

    expect(takeAnswer('yandex')?.get('error')).toBe('access_denied')
  })

  it.each([
    '/oauth/google',
    '/oauth/google?utm_source=mail',
    '/oauth-login/google#access_token=t&state=s',
    '/#state=s',
  ])('is absent at %s, which stays unchanged', (href) => {
    expect(open(href)).toBe(href)
    expect(takeAnswer('google')).toBeUndefined()
  })

  it("is not given to another provider's page", () => {
    open('/oauth/google#access_token=t&state=s')

    expect(takeAnswer('vk')).toBeUndefined()
  })
})
