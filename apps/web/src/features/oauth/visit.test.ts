import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { memoryStorage } from '#test/session.ts'

import { authorizeUrl, challengeOf, newStart, type VisitDeps, visitProvider } from './visit.ts'

const ORIGIN = 'https://us.test'
const VIEWS = (['google', 'yandex', 'vk'] as const).map((type) => ({
  type,
  clientId: `our-${type}`,
  authorizeUrl: `https://${type}.test/authorize`,
}))
const KINDS = [
  { type: 'google', answered: { access_token: 't1' }, href: /^\/oauth-login\/google#access_token=t1$/ },
  { type: 'yandex', answered: { access_token: 't1' }, href: /^\/oauth-login\/yandex#access_token=t1$/ },
  {
    type: 'vk',
    answered: { code: 'c1', device_id: 'd1' },
    href: /^\/oauth-login\/vk#code=c1&device_id=d1&code_verifier=[\w-]{43}$/,
  },
] as const
type Type = (typeof KINDS)[number]['type']

/** A tab with the popup's page; `opener` is the window that opened it. */
function openTab({ opener = null, search = '' }: { opener?: VisitDeps['window']['opener']; search?: string } = {}) {
  const storage = memoryStorage()
  const assign = vi.fn<(url: string | URL) => void>()
  const close = vi.fn<() => void>()
  const navigate = vi.fn<(href: string) => void>()
  const window = { location: { origin: ORIGIN, search, assign }, opener, close }
  const visit = (type: Type, answer?: Record<string, string>, views = VIEWS) =>
    visitProvider(type, {
      answer: answer && new URLSearchParams(answer),
      listProviders: async () => views,
      storage,
      window,
      navigate,
    })
  /** Goes to the provider; returns the state it was sent with. */
  const leave = async (type: Type) => {
    await visit(type)
    return new URL(String(assign.mock.lastCall?.[0])).searchParams.get('state') ?? ''
  }
  return { visit, leave, assign, close, navigate, storage }
}

const newOpener = () => ({ postMessage: vi.fn<(message: unknown, origin: string) => void>(), closed: false })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the popup on its way to a provider', () => {
  it('opens the page the server names, with a state the tab remembers', async () => {
    const tab = openTab()

    const state = await tab.leave('google')

    expect(String(tab.assign.mock.lastCall?.[0])).toMatch(/^https:\/\/google\.test\/authorize\?/)
    expect(state).toMatch(/^[\da-f]{32}$/)
    expect(JSON.stringify(tab.storage.all())).toContain(state)
  })

  it('shows an error when the provider is disabled or the server does not answer [AUTH-15]', async () => {
    const tab = openTab()

    expect(await tab.visit('vk', undefined, [])).toBe('failed')
    expect(tab.assign).not.toHaveBeenCalled()
  })
})

describe('the popup on its way back', () => {
  it.each(KINDS)(
    'posts the sign-in address by $type to its opener and closes after 200 ms [AUTH-16] [AUTH-17]',
    async ({ type, answered, href }) => {
      const opener = newOpener()
      const tab = openTab({ opener })
      const state = await tab.leave(type)

      expect(await tab.visit(type, { ...answered, state })).toBeUndefined()

      expect(opener.postMessage.mock.calls).toEqual([[{ type: 'auth', href: expect.stringMatching(href) }, ORIGIN]])
      vi.advanceTimersByTime(199)
      expect(tab.close).not.toHaveBeenCalled()
      vi.advanceTimersByTime(1)
      expect(tab.close).toHaveBeenCalledOnce()
      expect(tab.navigate).not.toHaveBeenCalled()
    },
  )

  it('opens the sign-in address itself when it has no opener [AUTH-17]', async () => {
    const tab = openTab()
    const state = await tab.leave('google')

    await tab.visit('google', { access_token: 't1', state })
    vi.runAllTimers()

    expect(tab.navigate.mock.calls).toEqual([['/oauth-login/google#access_token=t1']])
    expect(tab.close).not.toHaveBeenCalled()
  })

  it('opens it itself when the opener is gone [AUTH-17]', async () => {
    const opener = { ...newOpener(), closed: true }
    const tab = openTab({ opener })
    const state = await tab.leave('google')

    await tab.visit('google', { access_token: 't1', state })

    expect(tab.navigate).toHaveBeenCalledOnce()
    expect(opener.postMessage).not.toHaveBeenCalled()
  })

  it('signs nobody in when the page that asked to link is gone', async () => {
    const tab = openTab({ search: '?for=link' })
    const state = await tab.leave('google')

    expect(await tab.visit('google', { access_token: 't1', state })).toBe('failed')

    expect(tab.navigate).not.toHaveBeenCalled()
  })

  it('keeps the query it started with [AUTH-18]', async () => {
    const tab = openTab({ search: '?utm_source=mail' })
    const state = await tab.leave('google')

    await tab.visit('google', { access_token: 't1', state })

    expect(tab.navigate).toHaveBeenCalledWith('/oauth-login/google?utm_source=mail#access_token=t1')
  })

  it.each(KINDS)('posts nothing when the state of $type differs from the one it sent', async ({ type, answered }) => {
    const opener = newOpener()
    for (const wrong of [{ ...answered, state: 'other' }, { ...answered }]) {
      const tab = openTab({ opener })
      await tab.leave(type)

      expect(await tab.visit(type, wrong)).toBe('failed')
    }

    expect(opener.postMessage).not.toHaveBeenCalled()
  })

  it('accepts no answer in a tab that asked for none, and none twice', async () => {
    expect(await openTab().visit('google', { access_token: 't1', state: '' })).toBe('failed')
    const tab = openTab()
    const state = await tab.leave('google')
    await tab.visit('google', { access_token: 't1', state })

    expect(await tab.visit('google', { access_token: 't1', state })).toBe('failed')
  })

  it('shows an error when the user or the provider refused, or the answer is empty [AUTH-15]', async () => {
    const tab = openTab({ opener: newOpener() })

    expect(await tab.visit('google', { error: 'access_denied', state: await tab.leave('google') })).toBe('denied')
    expect(await tab.visit('google', { error: 'server_error', state: await tab.leave('google') })).toBe('failed')
    expect(await tab.visit('google', { state: await tab.leave('google') })).toBe('failed')
    vi.runAllTimers()
    expect(tab.close).not.toHaveBeenCalled()
  })
})

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
