import { createHash } from 'node:crypto'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type OauthSimulator, startOauthSimulator } from './server.ts'

const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const MARIA = { id: '1001', name: 'Maria', surname: 'Orlova', email: 'maria@example.ru' }
const redirectOf = (provider: string) => `http://127.0.0.1:5173/oauth/${provider}`

const PAGES = {
  google: {
    path: '/google/o/oauth2/v2/auth',
    query: { response_type: 'token', client_id: 'doslovno-google', scope: 'openid email profile', state: 's1' },
  },
  yandex: {
    path: '/yandex/authorize',
    query: { response_type: 'token', client_id: 'doslovno-yandex', state: 's1' },
  },
  vk: {
    path: '/vk/authorize',
    query: {
      response_type: 'code',
      client_id: '53000001',
      scope: 'email',
      state: 's1',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    },
  },
} as const
type Provider = keyof typeof PAGES

let simulator: OauthSimulator
let nowMs: number

beforeEach(async () => {
  nowMs = Date.now()
  simulator = await startOauthSimulator({ port: 0, now: () => nowMs })
})
afterEach(() => simulator.close())

describe('the sign-in page', () => {
  it.each(['google', 'yandex', 'vk'] as const)(
    'of %s offers three people and two buttons, without a script',
    async (provider) => {
      const reply = await fetch(pageOf(provider))
      const page = await reply.text()

      expect(page.match(/type="radio"/g)).toHaveLength(4)
      expect(page).toContain('>Continue</button>')
      expect(page).toContain('>Cancel</button>')
      expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
    },
  )

  it.each(['google', 'yandex', 'vk'] as const)('of %s redirects with access_denied on cancel', async (provider) => {
    const { answer } = await decide(provider, { decision: 'cancel' })

    expect(answer).toMatchObject({ error: 'access_denied', state: 's1' })
  })

  it('refuses an unregistered client or redirect address without redirecting', async () => {
    const strange = [
      pageOf('google', { client_id: 'stranger' }),
      pageOf('google', { client_id: 'doslovno-yandex' }),
      pageOf('google', { redirect_uri: 'http://evil.example/oauth/google' }),
      pageOf('google', { redirect_uri: 'http://127.0.0.1:5173/oauth/google/more' }),
      pageOf('google', { redirect_uri: 'http://127.0.0.1:5173@evil.example/oauth/google' }),
      pageOf('google', { response_type: 'code' }),
      pageOf('vk', { code_challenge: '' }),
      pageOf('vk', { code_challenge_method: 'plain' }),
    ]

    for (const url of strange) {
      const replies = [await fetch(url), await fetch(url, { method: 'POST', redirect: 'manual' })]
      expect(replies.map(({ status }) => status)).toEqual([400, 400])
      expect(await replies[0]?.text()).toContain('Access blocked')
    }
  })

  it('escapes the query', async () => {
    const page = await (await fetch(pageOf('google', { scope: '"><script>alert(1)</script>' }))).text()

    expect(page).not.toContain('<script>')
  })

  it('reports what is wrong with a typed person', async () => {
    const reply = await post('google', { person: 'other', id: 'seven', name: 'X', decision: 'continue' })

    expect(reply.status).toBe(400)
    expect(await reply.text()).toContain('The id is a number')
  })
})

describe('Google', () => {
  it('gives a token in the fragment and its info as strings', async () => {
    const { answer, sign } = await decide('google')

    expect(sign).toBe('#')
    expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: '3599', state: 's1' })
    expect(await ask(`/google/tokeninfo?access_token=${answer.access_token}`)).toMatchObject({
      status: 200,
      body: {
        aud: 'doslovno-google',
        azp: 'doslovno-google',
        sub: '1001',
        scope: expect.stringContaining('openid https://www.googleapis.com/auth/userinfo.email'),
        expires_in: '3599',
        email: 'maria@example.ru',
        email_verified: 'true',
      },
    })
  })

  it('gives the profile for a token', async () => {
    const { answer } = await decide('google', {
      person: 'other',
      id: '77',
      name: 'Ivan',
      surname: '',
      email: 'ivan@example.ru',
    })

    const { body } = await ask('/google/v1/userinfo', { headers: { authorization: `Bearer ${answer.access_token}` } })

    expect(body).toEqual({
      sub: '77',
      name: 'Ivan',
      given_name: 'Ivan',
      email: 'ivan@example.ru',
      email_verified: false,
    })
  })

  it('refuses a foreign or expired token', async () => {
    const { answer } = await decide('google')
    nowMs += 3600 * 1000

    const replies = [
      await ask(`/google/tokeninfo?access_token=${answer.access_token}`),
      await ask('/google/v1/userinfo', { headers: { authorization: 'Bearer nothing' } }),
    ]

    expect(replies.map(({ status }) => status)).toEqual([400, 401])
  })
})

describe('Yandex ID', () => {
  it('gives a token in the fragment, and for it the person and the app', async () => {
    const { answer, sign } = await decide('yandex')

    const { body } = await ask('/yandex/info?format=json', {
      headers: { authorization: `OAuth ${answer.access_token}` },
    })

    expect(sign).toBe('#')
    expect(answer).toMatchObject({ token_type: 'bearer', state: 's1' })
    expect(body).toMatchObject({
      id: '1001',
      login: 'maria',
      client_id: 'doslovno-yandex',
      default_email: 'maria@example.ru',
      emails: ['maria@example.ru'],
      first_name: 'Maria',
      last_name: 'Orlova',
    })
  })

  it('requires its own authorization scheme and no token in the query', async () => {
    const { answer } = await decide('yandex')

    const replies = [
      await ask('/yandex/info', { headers: { authorization: `Bearer ${answer.access_token}` } }),
      await ask(`/yandex/info?oauth_token=${answer.access_token}`),
    ]

    expect(replies.map(({ status }) => status)).toEqual([401, 401])
  })
})

describe('VK ID', () => {
  it('gives a code in the query, exchanges it for a token and that for the person', async () => {
    const { answer, sign } = await decide('vk')
    const token = await exchange(answer)
    const user = await askForm('/vk/oauth2/user_info', {
      client_id: '53000001',
      access_token: String(token.body.access_token),
    })

    expect(sign).toBe('?')
    expect(answer).toMatchObject({ type: 'code_v2', state: 's1', device_id: expect.any(String) })
    expect(token).toMatchObject({ status: 200, body: { user_id: 1001, state: 's2', scope: 'email', expires_in: 3600 } })
    expect(user.body.user).toMatchObject({ user_id: '1001', first_name: 'Maria', email: 'maria@example.ru' })
  })

  it.each([
    ['verifier', { code_verifier: 'w'.repeat(43) }],
    ['device', { device_id: 'another' }],
    ['address', { redirect_uri: 'http://localhost:5173/oauth/vk' }],
    ['client', { client_id: 'another' }],
    ['kind of grant', { grant_type: 'password' }],
  ])('refuses a code with a wrong %s', async (_, change) => {
    const { answer } = await decide('vk')

    const { status, body } = await exchange(answer, change)

    expect(status).toBe(400)
    expect(body).toEqual({ error: expect.any(String), error_description: expect.any(String) })
  })

  it('refuses a used code and one older than ten minutes', async () => {
    const [used, old] = [await decide('vk'), await decide('vk')]
    await exchange(used.answer)
    const second = await exchange(used.answer)
    nowMs += 601 * 1000

    const late = await exchange(old.answer)

    for (const reply of [second, late]) expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  it('gives no profile to an app the token was not issued to', async () => {
    const token = await exchange((await decide('vk')).answer)

    const reply = await askForm('/vk/oauth2/user_info', {
      client_id: 'another',
      access_token: String(token.body.access_token),
    })

    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_client' } })
  })
})

describe('the test controls', () => {
  it('issue a token for any client', async () => {
    const { body } = await control('token', { provider: 'yandex', clientId: 'stranger', person: MARIA })

    const info = await ask('/yandex/info', { headers: { authorization: `OAuth ${String(body.accessToken)}` } })

    expect(info.body).toMatchObject({ client_id: 'stranger', id: '1001' })
  })

  it('issue a code without a visit', async () => {
    const grant = { clientId: '53000001', person: MARIA, redirectUri: redirectOf('vk'), challenge: CHALLENGE }
    const { body } = await control('code', grant)

    const token = await exchange({ code: String(body.code), device_id: String(body.deviceId) })

    expect(token.status).toBe(200)
  })

  it('make a provider fail a number of times, but never its pages', async () => {
    await control('fail', { provider: 'google', mode: 'down', times: 2 })

    await expect(ask('/google/tokeninfo')).rejects.toThrow('fetch failed')
    await expect(ask('/google/v1/userinfo')).rejects.toThrow('fetch failed')
    expect((await ask('/google/tokeninfo')).status).toBe(400)
    expect((await fetch(pageOf('google'))).status).toBe(200)
  })

  it('accept JSON only and report what is wrong with it', async () => {
    const form = await ask('/control/fail', { method: 'POST', body: new URLSearchParams({ provider: 'google' }) })
    const wrong = await control('fail', { provider: 'google', mode: 'tired' })

    expect([form.status, wrong.status]).toEqual([415, 400])
  })
})

function pageOf(provider: Provider, change: Record<string, string> = {}): string {
  const { path, query } = PAGES[provider]
  const params = new URLSearchParams({ ...query, redirect_uri: redirectOf(provider), ...change })
  return `${simulator.url}${path}?${params.toString()}`
}

const post = (provider: Provider, form: Record<string, string>) =>
  fetch(pageOf(provider), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

/** Decides on the page; returns the provider's answer and where the redirect carries it. */
async function decide(provider: Provider, form: Record<string, string> = { person: '1001', decision: 'continue' }) {
  const reply = await post(provider, form)
  const { origin, pathname, search, hash } = new URL(reply.headers.get('location') ?? '')
  expect(origin + pathname).toBe(redirectOf(provider))
  const answer: Record<string, string> = Object.fromEntries(new URLSearchParams((hash || search).slice(1)))
  return { answer, sign: (hash || search)[0] }
}

type Json = Record<string, unknown>

async function ask(path: string, init?: RequestInit): Promise<{ status: number; body: Json }> {
  const reply = await fetch(simulator.url + path, init)
  const text = await reply.text()
  return { status: reply.status, body: text ? (JSON.parse(text) as Json) : {} }
}

const askForm = (path: string, form: Record<string, string>) =>
  ask(path, { method: 'POST', body: new URLSearchParams(form) })

const control = (what: string, command: Json) =>
  ask(`/control/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(command),
  })

function exchange({ code = '', device_id = '' }: Record<string, string>, change: Record<string, string> = {}) {
  return askForm('/vk/oauth2/auth', {
    grant_type: 'authorization_code',
    code,
    code_verifier: VERIFIER,
    client_id: '53000001',
    device_id,
    redirect_uri: redirectOf('vk'),
    state: 's2',
    ...change,
  })
}
