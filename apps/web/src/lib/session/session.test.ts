import { describe, expect, it } from 'vitest'

import { ApiError } from '#lib/http/api-error.ts'
import { fakeNetwork, memoryStorage, tokenEndingIn } from '#test/session.ts'

import { accountStatuses, createSession } from './session.ts'

const NOW = Date.UTC(2026, 10, 15)
const REFUSED = { status: 403, body: { error: 'Need to authorization', code: 'needAuthorization', message: 'x' } }
const USER = { id: 'u1', name: 'Анна', surname: '', email: 'a@b.ru', isSuperuser: false, tariff: { fileSize: 300 } }
const ACCOUNT = { status: 200, body: { user: USER } }
const good = tokenEndingIn(600, NOW, 'good')
const renewed = tokenEndingIn(900, NOW, 'renewed')
const RENEWED = { status: 200, body: { accessToken: renewed, refreshToken: 'r1' } }

function sessionWith(tokens: Record<string, string>, answers: Parameters<typeof fakeNetwork>[0]) {
  const storage = memoryStorage(tokens)
  const network = fakeNetwork(answers)
  const session = createSession({ storage, fetch: network.fetch, now: () => NOW, exclusively: (work) => work() })
  return { session, storage, network }
}

describe('the account status', () => {
  it('is one of four values and starts as init [SESS-1]', () => {
    const { session } = sessionWith({}, {})

    expect(accountStatuses).toEqual(['init', 'not-authorized', 'authorized', 'not-available'])
    expect(session.getState()).toEqual({ status: 'init', userId: null })
  })

  it('is not-authorized without a call when there are no tokens [SESS-2]', async () => {
    const { session, network } = sessionWith({}, {})

    await session.start()

    expect(session.getState()).toEqual({ status: 'not-authorized', userId: null })
    expect(network.requests).toEqual([])
  })

  it('is authorized once the account is loaded [SESS-2]', async () => {
    const { session } = sessionWith({ accessToken: good, refreshToken: 'r0' }, { '/api/account': ACCOUNT })

    await session.start()

    expect(session.getState()).toEqual({ status: 'authorized', userId: 'u1' })
    expect(session.lastUser()).toEqual(USER)
  })

  it('is not-authorized when the server answers 403 [SESS-2]', async () => {
    const { session } = sessionWith({ accessToken: good }, { '/api/account': REFUSED })

    await session.start()

    expect(session.getState()).toEqual({ status: 'not-authorized', userId: null })
  })

  it.each([{ status: 500 }, { status: 404 }, 'no answer' as const])(
    'is not-available after any other failure: %j [SESS-2]',
    async (answer) => {
      const { session, storage } = sessionWith({ accessToken: good, refreshToken: 'r0' }, { '/api/account': answer })

      await session.start()

      expect(session.getState().status).toBe('not-available')
      expect(storage.all()).toEqual({ accessToken: good, refreshToken: 'r0' })
    },
  )

  it('recovers from not-available with the service [SESS-2]', async () => {
    const { session } = sessionWith({ accessToken: good }, { '/api/account': [{ status: 502 }, ACCOUNT] })

    await session.start()
    await session.start()

    expect(session.getState().status).toBe('authorized')
  })

  it('becomes not-authorized when a later call is finally refused', async () => {
    const answers = { '/api/account': ACCOUNT, '/api/account/update-token': REFUSED }
    const { session } = sessionWith({ accessToken: good, refreshToken: 'r0' }, answers)
    await session.start()

    const call = session.withToken(() => Promise.reject(new ApiError(403, REFUSED.body)))

    await expect(call).rejects.toMatchObject({ status: 403 })
    expect(session.getState()).toEqual({ status: 'not-authorized', userId: null })
  })

  it('changes with the user, but not with a load that ends after the logout', async () => {
    const other = { status: 200, body: { user: { ...USER, id: 'u2' } } }
    const { session } = sessionWith({ accessToken: good }, { '/api/account': [ACCOUNT, other, ACCOUNT] })
    await session.start()

    await session.loadUser()
    expect(session.getState()).toEqual({ status: 'authorized', userId: 'u2' })
    const late = session.loadUser()
    await session.logout()
    await late

    expect(session.getState()).toEqual({ status: 'not-authorized', userId: null })
    expect(session.lastUser()).toBeNull()
  })

  it('notifies its listeners of every change', async () => {
    const { session } = sessionWith({ accessToken: good }, { '/api/account': ACCOUNT })
    const seen: string[] = []
    session.subscribe(() => seen.push(session.getState().status))

    await session.start()
    await session.logout()

    expect(seen).toEqual(['authorized', 'not-authorized'])
  })
})

describe('signing in and out', () => {
  it('stores both tokens and loads the account [SESS-3]', async () => {
    const answers = {
      '/api/account/login': { status: 200, body: { accessToken: good, refreshToken: 'r0' } },
      '/api/account': ACCOUNT,
    }
    const { session, storage } = sessionWith({}, answers)

    await session.signIn({ email: 'a@b.ru', password: 'secret' })

    expect(storage.all()).toEqual({ accessToken: good, refreshToken: 'r0' })
    expect(session.getState()).toEqual({ status: 'authorized', userId: 'u1' })
  })

  it('fails when a sign-in by password returns no tokens, and stores nothing', async () => {
    const answers = {
      '/api/account/login': { status: 200, body: { needToPrivacyApprove: true, isRegistration: false } },
    }
    const { session, storage } = sessionWith({}, answers)

    await expect(session.signIn({ email: 'a@b.ru', password: 'secret' })).rejects.toThrow('without tokens')
    expect(storage.all()).toEqual({})
  })

  it('accepts tokens from elsewhere [AUTH-7]', async () => {
    const { session, storage } = sessionWith({}, { '/api/account': ACCOUNT })

    await session.enter({ accessToken: good, refreshToken: 'r0' })

    expect(storage.all()).toEqual({ accessToken: good, refreshToken: 'r0' })
    expect(session.getState()).toEqual({ status: 'authorized', userId: 'u1' })
  })

  it('exchanges a legacy token before any other call [SESS-7]', async () => {
    const answers = { '/api/account/upgrade-legacy-token': RENEWED, '/api/account': ACCOUNT }
    const { session, network } = sessionWith({ accessToken: 'SHPT-1' }, answers)

    await session.start()

    expect(network.paths()).toEqual(['/api/account/upgrade-legacy-token', '/api/account'])
    expect(session.getState().status).toBe('authorized')
  })

  it('clears both tokens and the user on logout, and tells the server [SESS-3]', async () => {
    const answers = { '/api/account': ACCOUNT, '/api/account/logout': { status: 200 } }
    const { session, storage, network } = sessionWith({ accessToken: good, refreshToken: 'r0' }, answers)
    await session.start()

    await session.logout()

    expect(storage.all()).toEqual({})
    expect(session.getState()).toEqual({ status: 'not-authorized', userId: null })
    expect(network.requests.at(-1)).toMatchObject({ path: '/api/account/logout', body: { refreshToken: 'r0' } })
  })

  it('logs out on this device even if the server does not answer [SESS-3]', async () => {
    const answers = { '/api/account': ACCOUNT, '/api/account/logout': 'no answer' as const }
    const { session, storage } = sessionWith({ accessToken: good, refreshToken: 'r0' }, answers)
    await session.start()

    await session.logout()

    expect(storage.all()).toEqual({})
  })
})

describe('a refused token', () => {
  it('is renewed once and the call repeated, for devices with a wrong clock', async () => {
    const answers = { '/api/account': [REFUSED, ACCOUNT], '/api/account/update-token': RENEWED }
    const { session, network } = sessionWith({ accessToken: good, refreshToken: 'r0' }, answers)

    await session.start()

    expect(session.getState().status).toBe('authorized')
    expect(network.paths()).toEqual(['/api/account', '/api/account/update-token', '/api/account'])
    expect(network.requests.at(-1)?.token).toBe(renewed)
  })
})
