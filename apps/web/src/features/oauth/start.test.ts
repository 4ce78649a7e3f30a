import { describe, expect, it } from 'vitest'

import { authorizeUrl, challengeOf, newStart } from './start.ts'

const start = { state: 's1', verifier: 'v1', search: '' }
const view = (type: 'google' | 'yandex' | 'vk') => ({ type, clientId: `our-${type}`, authorizeUrl: 'https://p.test/a' })

async function asked(type: 'google' | 'yandex' | 'vk') {
  const { origin, pathname, searchParams } = new URL(
    await authorizeUrl(view(type), start, `https://us.test/oauth/${type}`),
  )
  expect(origin + pathname).toBe('https://p.test/a')
  return Object.fromEntries(searchParams)
}

describe('the authorization request', () => {
  it('asks Google for an access token [AUTH-16]', async () => {
    expect(await asked('google')).toEqual({
      response_type: 'token',
      client_id: 'our-google',
      redirect_uri: 'https://us.test/oauth/google',
      scope: 'openid email profile',
      prompt: 'select_account',
      state: 's1',
    })
  })

  it('asks Yandex ID for an access token [AUTH-16]', async () => {
    expect(await asked('yandex')).toEqual({
      response_type: 'token',
      client_id: 'our-yandex',
      redirect_uri: 'https://us.test/oauth/yandex',
      state: 's1',
    })
  })

  it('asks VK for a code bound to a PKCE secret of this tab [AUTH-16]', async () => {
    expect(await asked('vk')).toEqual({
      response_type: 'code',
      client_id: 'our-vk',
      redirect_uri: 'https://us.test/oauth/vk',
      scope: 'email',
      state: 's1',
      code_challenge: await challengeOf('v1'),
      code_challenge_method: 'S256',
    })
  })

  it('computes the challenge of RFC 7636', async () => {
    const challenge = await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')

    expect(challenge).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
  })

  it('uses 128 bits of state and a verifier of 43 characters, new each time', () => {
    const [one, other] = [newStart('?a=1'), newStart('')]

    expect(one).toEqual({
      state: expect.stringMatching(/^[\da-f]{32}$/),
      verifier: expect.stringMatching(/^[\w-]{43}$/),
      search: '?a=1',
    })
    expect(one.state).not.toBe(other.state)
    expect(one.verifier).not.toBe(other.verifier)
  })
})
