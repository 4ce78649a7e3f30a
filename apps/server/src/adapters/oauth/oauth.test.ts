import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'

import { type OauthSimulator, startOauthSimulator } from '@doslovno/simulators/oauth/server.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { readConfig } from '#platform/config.ts'
import { AppError } from '#platform/errors.ts'

import { createOauth, type Oauth, type Profile } from './index.ts'

const REDIRECT = 'http://127.0.0.1:5173/oauth/vk'
const VERIFIER = 'verifier-'.repeat(5)
const MARIA = { id: '1001', name: 'Maria', surname: 'Orlova', email: 'Maria@Example.ru', isEmailVerified: true }
const FAILURES = ['down', 'slow', 'garbage', 'huge', 'redirect'] as const
const PROVIDERS = ['google', 'yandex', 'vk'] as const
type Provider = (typeof PROVIDERS)[number]

const clientIds = { google: 'doslovno-google', yandex: 'doslovno-yandex', vk: '53000001' }

let simulator: OauthSimulator
let nowMs = 0
let clockMs = 0
let oauth: Oauth

beforeAll(async () => {
  simulator = await startOauthSimulator({ port: 0, now: () => Date.now() + nowMs })
  oauth = start()
})
afterAll(() => simulator.close())
afterEach(async () => {
  nowMs = 0
  for (const provider of PROVIDERS) await control('fail', { provider, mode: 'down', times: 0 })
})

describe('the list of providers', () => {
  it('gives the enabled providers and their authorize pages', () => {
    expect(oauth.list()).toEqual([
      { type: 'google', clientId: 'doslovno-google', authorizeUrl: `${simulator.url}/google/o/oauth2/v2/auth` },
      { type: 'yandex', clientId: 'doslovno-yandex', authorizeUrl: `${simulator.url}/yandex/authorize` },
      { type: 'vk', clientId: '53000001', authorizeUrl: `${simulator.url}/vk/authorize` },
    ])
  })

  it('leaves out disabled providers, which then refuse every sign-in', async () => {
    const off = start({ GOOGLE_CLIENT_ID: '', YANDEX_CLIENT_ID: undefined })

    expect(off.list().map(({ type }) => type)).toEqual(['vk'])
    await expect(off.google('token')).rejects.toMatchObject({ code: 'providerOff' })
    await expect(off.yandex('token')).rejects.toMatchObject({ code: 'providerOff' })
  })
})

describe('every provider', () => {
  it.each(PROVIDERS)('%s gives the profile of the signed-in person', async (provider) => {
    expect(await signIn(provider)).toEqual({
      provider,
      subject: '1001',
      email: 'maria@example.ru',
      name: 'Maria',
      surname: 'Orlova',
    })
  })

  it.each(PROVIDERS)('%s: an unconfirmed e-mail is ignored', async (provider) => {
    const profile = await signIn(provider, { person: { ...MARIA, isEmailVerified: false } })

    expect(profile).toMatchObject({ subject: '1001', email: null })
  })

  it.each(PROVIDERS)('%s: a person without an e-mail and a surname is accepted', async (provider) => {
    const profile = await signIn(provider, { person: { ...MARIA, email: null, surname: '' } })

    expect(profile).toMatchObject({ email: null, surname: '' })
  })

  it.each(PROVIDERS)('%s: a token issued to another app is refused', async (provider) => {
    await expect(signIn(provider, { clientId: 'stranger' })).rejects.toMatchObject({ code: 'tokenNotValid' })
  })

  it.each(PROVIDERS)('%s: an unknown or malformed token is refused', async (provider) => {
    for (const token of ['unknown', '', 'two words', 'line\r\nbreak: 1', '«токен»'])
      await expect(present(provider, token)).rejects.toMatchObject({ code: 'tokenNotValid' })
  })

  it.each(PROVIDERS)('%s: an expired token is refused', async (provider) => {
    const issued = await issue(provider)
    nowMs = 400 * 24 * 3600 * 1000

    await expect(present(provider, issued.token, issued.deviceId)).rejects.toMatchObject({ code: 'tokenNotValid' })
  })

  it.each(PROVIDERS.flatMap((provider) => FAILURES.map((mode) => ({ provider, mode }))))(
    '$provider that is $mode refuses every sign-in',
    async ({ provider, mode }) => {
      const quick = start({}, 200)
      const issued = await issue(provider)
      await control('fail', { provider, mode, times: 1 })

      const failure = await failureOf(present(provider, issued.token, issued.deviceId, quick))

      expect(failure).toMatchObject({ code: 'providerFailed' })
      expect(inspect(failure, { depth: 9 })).not.toContain(issued.token)
    },
  )

  it.each(PROVIDERS)('%s: a refusal does not contain the token', async (provider) => {
    const issued = await issue(provider, { clientId: 'stranger' })

    const failure = await failureOf(present(provider, issued.token, issued.deviceId))

    expect(inspect(failure, { depth: 9 })).not.toContain(issued.token)
  })

  it('is not called for 30 s after five failures in a row', async () => {
    const quick = start()
    const { token } = await issue('yandex')
    await control('fail', { provider: 'yandex', mode: 'garbage', times: 5 })
    for (let attempt = 0; attempt < 5; attempt++)
      await expect(quick.yandex(token)).rejects.toMatchObject({ code: 'providerFailed' })

    await expect(quick.yandex(token)).rejects.toMatchObject({ code: 'providerFailed' })
    await expect(quick.google((await issue('google')).token)).resolves.toMatchObject({ subject: '1001' })
    clockMs += 30_000

    await expect(quick.yandex(token)).resolves.toMatchObject({ subject: '1001' })
  })

  it('is no longer waited for when the caller has gone', async () => {
    const caller = new AbortController()
    await control('fail', { provider: 'google', mode: 'slow', times: 1 })

    const pending = oauth.google((await issue('google')).token, caller.signal)
    caller.abort(new Error('gone'))

    await expect(pending).rejects.toThrow('gone')
  })
})

describe('Google', () => {
  it('is not asked for a profile with a token that was not issued for sign-in', async () => {
    const scopes = ['https://www.googleapis.com/auth/drive', 'openid', 'https://www.googleapis.com/auth/userinfo.email']

    for (const scope of scopes)
      await expect(signIn('google', { scope })).rejects.toMatchObject({ code: 'tokenNotValid' })
  })
})

describe('VK ID', () => {
  it.each([
    ['another verifier', { codeVerifier: 'w'.repeat(43) }],
    ['no verifier', { codeVerifier: undefined }],
    ['another device', { deviceId: 'another' }],
    ['no device', { deviceId: undefined }],
    ['a foreign redirect address', { redirectUrl: 'https://evil.example/oauth/vk' }],
    ['a redirect address that almost matches', { redirectUrl: `${REDIRECT}/` }],
  ])('refuses a code with %s', async (_, change) => {
    const { token: code, deviceId } = await issue('vk')
    const grant = { code, deviceId, codeVerifier: VERIFIER, redirectUrl: REDIRECT }

    await expect(oauth.vk({ ...grant, ...change })).rejects.toMatchObject({ code: 'tokenNotValid' })
  })

  it('does not spend a code with a foreign redirect address', async () => {
    const { token: code, deviceId } = await issue('vk')
    const grant = { code, deviceId, codeVerifier: VERIFIER, redirectUrl: REDIRECT }
    await expect(oauth.vk({ ...grant, redirectUrl: 'https://evil.example/' })).rejects.toBeInstanceOf(AppError)

    await expect(oauth.vk(grant)).resolves.toMatchObject({ subject: '1001' })
  })

  it('refuses a code used before', async () => {
    const { token, deviceId } = await issue('vk')
    await present('vk', token, deviceId)

    await expect(present('vk', token, deviceId)).rejects.toMatchObject({ code: 'tokenNotValid' })
  })
})

describe('an inconsistent provider', () => {
  const info = { aud: 'doslovno-google', sub: '1', scope: 'openid email', expires_in: '10' }
  const user = { sub: '1', given_name: 'A' }
  const token = { access_token: 't', user_id: 1 }

  it.each([
    ['a token that another app requested on our behalf', { '/tokeninfo': { ...info, azp: 'stranger' } }],
    ['an expired token', { '/tokeninfo': { ...info, expires_in: '0' } }],
    ['two different people', { '/tokeninfo': info, '/userinfo': { ...user, sub: '2' } }],
  ])('is refused when Google sends %s', async (_, answers) => {
    await expect(withAnswers(answers, (by) => by.google('t'))).rejects.toMatchObject({ code: 'tokenNotValid' })
  })

  it.each([
    ['two different people', { '/oauth2/auth': token, '/oauth2/user_info': { user: { user_id: '2' } } }],
    ['another state', { '/oauth2/auth': { ...token, state: 'other' } }],
    ['an error with a success status', { '/oauth2/auth': { error: 'invalid_grant', error_description: 'x' } }],
  ])('is refused when VK ID sends %s', async (_, answers) => {
    const present = (by: Oauth) => by.vk({ code: 'c', redirectUrl: REDIRECT })

    await expect(withAnswers(answers, present)).rejects.toMatchObject({ code: 'tokenNotValid' })
  })

  it('is reported differently from a broken one', async () => {
    const half = { '/tokeninfo': info, '/userinfo': { name: 'nobody' } }

    await expect(withAnswers(half, (by) => by.google('t'))).rejects.toMatchObject({ code: 'providerFailed' })
    await expect(withAnswers({}, (by) => by.google('t'))).rejects.toMatchObject({ code: 'providerFailed' })
  })
})

/** A provider that sends the given answers, and 500 to other requests. */
async function withAnswers(answers: Record<string, object>, work: (by: Oauth) => Promise<Profile>): Promise<Profile> {
  const server = createServer((request, response) => {
    const body = answers[request.url?.split('?')[0] ?? '']
    response.writeHead(body ? 200 : 500).end(JSON.stringify(body ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a host and a port always has an address of this shape.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { GOOGLE_TOKENINFO_URL: `${url}/tokeninfo`, GOOGLE_USERINFO_URL: `${url}/userinfo`, VK_URL: url }
  return work(start(env)).finally(() => {
    server.closeAllConnections()
    server.close()
  })
}

/** The adapter configured by the environment, on this file's simulator. */
function start(env: Record<string, string | undefined> = {}, timeoutMs?: number): Oauth {
  const { url } = simulator
  const { providers } = readConfig({
    ...process.env,
    PUBLIC_URL: 'http://127.0.0.1:5173',
    GOOGLE_AUTHORIZE_URL: `${url}/google/o/oauth2/v2/auth`,
    GOOGLE_TOKENINFO_URL: `${url}/google/tokeninfo`,
    GOOGLE_USERINFO_URL: `${url}/google/v1/userinfo`,
    YANDEX_AUTHORIZE_URL: `${url}/yandex/authorize`,
    YANDEX_INFO_URL: `${url}/yandex/info`,
    VK_URL: `${url}/vk`,
    ...env,
  })
  return createOauth(providers, { now: () => clockMs, ...(timeoutMs !== undefined && { timeoutMs }) })
}

type Change = { clientId?: string; scope?: string; person?: object }

async function issue(provider: Provider, change: Change = {}): Promise<{ token: string; deviceId: string }> {
  const challenge = createHash('sha256').update(VERIFIER).digest('base64url')
  const grant = { provider, clientId: clientIds[provider], person: MARIA, redirectUri: REDIRECT, challenge, ...change }
  const { accessToken, code, deviceId = '' } = await control(provider === 'vk' ? 'code' : 'token', grant)
  return { token: accessToken ?? code ?? '', deviceId }
}

function present(provider: Provider, token: string, deviceId = '', by = oauth): Promise<Profile> {
  if (provider !== 'vk') return by[provider](token)
  return by.vk({ code: token, deviceId, codeVerifier: VERIFIER, redirectUrl: REDIRECT })
}

async function signIn(provider: Provider, change: Change = {}): Promise<Profile> {
  const { token, deviceId } = await issue(provider, change)
  return present(provider, token, deviceId)
}

async function control(action: string, command: object): Promise<Record<string, string | undefined>> {
  const reply = await fetch(`${simulator.url}/control/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(command),
  })
  if (!reply.ok) throw new Error(await reply.text())
  return (await reply.json()) as Record<string, string>
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}
