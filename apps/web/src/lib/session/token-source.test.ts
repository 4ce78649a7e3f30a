import { describe, expect, it } from 'vitest'

import { fakeNetwork, memoryStorage, tokenEndingIn } from '#test/session.ts'

import { createTokenSource } from './token-source.ts'

const NOW = Date.UTC(2026, 10, 15)
const RENEWAL = '/api/account/update-token'
const renewed = tokenEndingIn(900, NOW, 'renewed')
const RENEWED = { status: 200, body: { accessToken: renewed, refreshToken: 'r1' } }
const REFUSED = { status: 403, body: { error: 'Need to authorization', code: 'needAuthorization', message: 'x' } }

function sourceWith(tokens: Record<string, string>, answer: Parameters<typeof fakeNetwork>[0][string] = RENEWED) {
  const storage = memoryStorage(tokens)
  const network = fakeNetwork({ [RENEWAL]: answer })
  const source = createTokenSource({ storage, fetch: network.fetch, now: () => NOW, exclusively: (work) => work() })
  return { source, storage, network }
}

describe('a fresh token', () => {
  it('is the stored one while at least ten seconds remain [SESS-4]', async () => {
    const token = tokenEndingIn(10, NOW)
    const { source, network } = sourceWith({ accessToken: token, refreshToken: 'r0' })

    expect(await source.fresh()).toBe(token)
    expect(network.requests).toEqual([])
  })

  it.each([
    ['fewer than ten seconds remain', { accessToken: tokenEndingIn(9.9, NOW), refreshToken: 'r0' }],
    ['it is expired', { accessToken: tokenEndingIn(-60, NOW), refreshToken: 'r0' }],
    ['it is missing', { refreshToken: 'r0' }],
    ['it cannot be read', { accessToken: 'nonsense', refreshToken: 'r0' }],
  ])('is renewed first when %s [SESS-4]', async (_, tokens) => {
    const { source, storage, network } = sourceWith(tokens)

    expect(await source.fresh()).toBe(renewed)
    expect(storage.all()).toEqual({ accessToken: renewed, refreshToken: 'r1' })
    expect(network.requests).toMatchObject([{ path: RENEWAL, body: { refreshToken: 'r0' } }])
  })

  it.each([
    ['expired', { accessToken: tokenEndingIn(-1, NOW) }],
    ['missing', {}],
  ])(
    'fails with «Need to authorization» and no request when it is %s and cannot be renewed [SESS-5]',
    async (_, tokens) => {
      const { source, network } = sourceWith(tokens)

      await expect(source.fresh()).rejects.toMatchObject({ status: 403, message: 'Need to authorization' })
      expect(network.requests).toEqual([])
    },
  )

  it('is used to its last second if it cannot be renewed [SESS-5]', async () => {
    const token = tokenEndingIn(3, NOW)
    const { source } = sourceWith({ accessToken: token })

    expect(await source.fresh()).toBe(token)
  })
})

describe('a renewal', () => {
  it('happens once for all waiting calls [SESS-4]', async () => {
    const { source, network } = sourceWith({ refreshToken: 'r0' })

    const tokens = await Promise.all([source.fresh(), source.fresh(), source.fresh()])

    expect(tokens).toEqual([renewed, renewed, renewed])
    expect(network.requests).toHaveLength(1)
  })

  it('uses what another tab has renewed meanwhile [SESS-4]', async () => {
    const storage = memoryStorage({ refreshToken: 'r0' })
    const network = fakeNetwork({})
    const exclusively = async <T>(work: () => Promise<T>) => {
      storage.setItem('accessToken', renewed)
      storage.setItem('refreshToken', 'r1')
      return work()
    }
    const source = createTokenSource({ storage, fetch: network.fetch, now: () => NOW, exclusively })

    expect(await source.fresh()).toBe(renewed)
    expect(network.requests).toEqual([])
  })

  it('removes both tokens when refused and the stored one is unchanged [SESS-6]', async () => {
    const { source, storage } = sourceWith({ accessToken: 'old', refreshToken: 'r0' }, REFUSED)

    await expect(source.fresh()).rejects.toMatchObject({ status: 403 })
    expect(storage.all()).toEqual({})
  })

  it("uses another tab's tokens when refused because that tab was faster [SESS-6]", async () => {
    const storage = memoryStorage({ refreshToken: 'r0' })
    const network = fakeNetwork({ [RENEWAL]: REFUSED })
    const fetch: typeof network.fetch = (url, init) => {
      storage.setItem('accessToken', renewed)
      storage.setItem('refreshToken', 'r1')
      return network.fetch(url, init)
    }
    const source = createTokenSource({ storage, fetch, now: () => NOW, exclusively: (work) => work() })

    expect(await source.fresh()).toBe(renewed)
    expect(storage.all()).toEqual({ accessToken: renewed, refreshToken: 'r1' })
  })

  it('does not sign a user in again who logged out meanwhile', async () => {
    const storage = memoryStorage({ refreshToken: 'r0' })
    const network = fakeNetwork({ [RENEWAL]: RENEWED })
    const fetch: typeof network.fetch = (url, init) => {
      storage.removeItem('refreshToken')
      return network.fetch(url, init)
    }
    const source = createTokenSource({ storage, fetch, now: () => NOW, exclusively: (work) => work() })

    await expect(source.fresh()).rejects.toMatchObject({ status: 403 })
    expect(storage.all()).toEqual({})
  })

  it.each([{ status: 500 }, { status: 503 }, 'no answer' as const])(
    'keeps the tokens when the service fails: %j [SESS-6]',
    async (answer) => {
      const { source, storage } = sourceWith({ refreshToken: 'r0' }, answer)

      await expect(source.fresh()).rejects.toMatchObject({ status: answer === 'no answer' ? 0 : answer.status })
      expect(storage.all()).toEqual({ refreshToken: 'r0' })
    },
  )
})

describe('a legacy token', () => {
  const UPGRADE = '/api/account/upgrade-legacy-token'

  function legacyWith(tokens: Record<string, string>, answers: Parameters<typeof fakeNetwork>[0]) {
    const storage = memoryStorage(tokens)
    const network = fakeNetwork(answers)
    const source = createTokenSource({ storage, fetch: network.fetch, now: () => NOW, exclusively: (work) => work() })
    return { source, storage, network }
  }

  it('is exchanged before use, once for all waiting calls [SESS-7]', async () => {
    const { source, storage, network } = legacyWith({ accessToken: 'SHPT-1' }, { [UPGRADE]: RENEWED })

    const tokens = await Promise.all([source.fresh(), source.fresh()])

    expect(tokens).toEqual([renewed, renewed])
    expect(storage.all()).toEqual({ accessToken: renewed, refreshToken: 'r1' })
    expect(network.requests).toMatchObject([{ path: UPGRADE, body: { accessToken: 'SHPT-1' }, token: null }])
  })

  it('is removed when the exchange is refused [SESS-7]', async () => {
    const { source, storage } = legacyWith({ accessToken: 'SHPT-1' }, { [UPGRADE]: REFUSED })

    await expect(source.fresh()).rejects.toMatchObject({ status: 403 })
    expect(storage.all()).toEqual({})
  })

  it('yields to a refresh token when the exchange is refused [SESS-7]', async () => {
    const answers = { [UPGRADE]: REFUSED, [RENEWAL]: RENEWED }
    const { source, storage } = legacyWith({ accessToken: 'SHPT-1', refreshToken: 'r0' }, answers)

    expect(await source.fresh()).toBe(renewed)
    expect(storage.all()).toEqual({ accessToken: renewed, refreshToken: 'r1' })
  })

  it('is kept when the service fails [SESS-7]', async () => {
    const { source, storage } = legacyWith({ accessToken: 'SHPT-1' }, { [UPGRADE]: { status: 503 } })

    await expect(source.fresh()).rejects.toMatchObject({ status: 503 })
    expect(storage.all()).toEqual({ accessToken: 'SHPT-1' })
  })
})
