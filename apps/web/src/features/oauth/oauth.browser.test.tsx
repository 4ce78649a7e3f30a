import { describe, expect, it, vi } from 'vitest'

import { openAt } from '#test/app.tsx'
import { refusal } from '#test/refusal.ts'
import { stubServer } from '#test/server.ts'
import { tokenEndingIn } from '#test/session.ts'
import { userOf } from '#test/user.ts'

const USER = userOf({ name: 'Анна', surname: 'Ковалёва' })
const TOKEN = tokenEndingIn(900, Date.now())
const HOME = {
  'GET /api/account': { status: 200, body: { user: USER, events: [] } },
  'GET /api/scripts': { status: 200, body: { data: [], total: 0 } },
}
const SIGNED = {
  status: 200,
  body: { accessToken: TOKEN, refreshToken: 'r0', needToPrivacyApprove: false, isRegistration: false },
}
const ASKED = { status: 200, body: { needToPrivacyApprove: true, isRegistration: true } }
const BODIES = [
  { type: 'google', fragment: 'access_token=t1', body: { accessToken: 't1' } },
  { type: 'yandex', fragment: 'access_token=t1', body: { accessToken: 't1' } },
  {
    type: 'vk',
    fragment: 'code=c1&device_id=d1&code_verifier=v1',
    body: { code: 'c1', deviceId: 'd1', codeVerifier: 'v1', redirectUrl: `${location.origin}/oauth/vk` },
  },
] as const
const FAILURES = [
  { code: 'registrationTokenRequired', text: 'Сначала нужно пройти регистрацию' },
  { code: 'tokenUsed', text: 'Сначала нужно пройти регистрацию' },
  { code: 'tokenNotValid', text: 'Сначала нужно пройти регистрацию' },
  { code: 'userExists', text: 'Пользователь с таким e-mail уже зарегистрирован' },
  { code: 'providerFailed', text: 'Произошла ошибка' },
] as const

/** Opens the sign-in page as if from our popup. */
async function signInAt(href: string) {
  sessionStorage.setItem('oauth.expected', /^\/oauth-login\/(\w+)/.exec(href)?.[1] ?? '')
  return openAt(href)
}

describe("the provider's sign-in page", () => {
  it.each(BODIES)('sends what $type returned, and goes home with the query [AUTH-18] [AUTH-21]', async (provider) => {
    const { type, fragment, body } = provider
    const server = stubServer({ ...HOME, [`POST /api/account/sign-by-${type}`]: SIGNED })

    const screen = await signInAt(`/oauth-login/${type}?utm_source=mail#${fragment}`)

    await expect.element(screen.getByRole('heading', { name: 'Мои файлы' })).toBeVisible()
    expect(location.pathname + location.search + location.hash).toBe('/?utm_source=mail')
    expect(localStorage.getItem('refreshToken')).toBe('r0')
    expect(server.requests.filter(({ call }) => call.startsWith('POST'))).toEqual([
      {
        call: `POST /api/account/sign-by-${type}`,
        body: { ...body, isPrivacyApprove: false, utmData: '?utm_source=mail' },
      },
    ])
  })

  it('names the provider while it works, and removes the token from the address [AUTH-15]', async () => {
    stubServer({})
    vi.stubGlobal('fetch', () => new Promise(() => {}))

    const screen = await signInAt('/oauth-login/yandex#access_token=t1')

    await expect.element(screen.getByRole('heading', { name: 'Authorization via Yandex ID...' })).toBeVisible()
    await vi.waitFor(() => expect(location.href).not.toContain('t1'))
  })

  it('asks a new user for consent before registering them [AUTH-15] [AUTH-18] [AUTH-22]', async () => {
    const server = stubServer({ ...HOME, 'POST /api/account/sign-by-google': [ASKED, SIGNED] })

    const screen = await signInAt('/oauth-login/google#access_token=t1')
    const consent = screen.getByRole('checkbox', { name: /Принимаю оферту.* и политику конфиденциальности/ })
    const next = screen.getByRole('button', { name: 'Продолжить' })
    await expect.element(consent).not.toBeChecked()
    await expect.element(next).toBeDisabled()
    await expect.element(screen.getByRole('link', { name: /^оферту/ })).toHaveAttribute('href', '/legal/offer')
    await expect.element(screen.getByRole('link', { name: /^политику/ })).toHaveAttribute('href', '/legal/privacy')
    expect(localStorage.getItem('accessToken')).toBeNull()
    await consent.click()
    await next.click()

    await expect.element(screen.getByRole('heading', { name: 'Мои файлы' })).toBeVisible()
    const bodies = server.requests.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)
    expect(bodies).toEqual([
      { accessToken: 't1', isPrivacyApprove: false, utmData: '' },
      { accessToken: 't1', isPrivacyApprove: true, utmData: '' },
    ])
  })

  it.each(FAILURES)('shows «$text» after $code and a link back [AUTH-15] [AUTH-19]', async ({ code, text }) => {
    stubServer({ 'POST /api/account/sign-by-google': refusal(code) })

    const screen = await signInAt('/oauth-login/google#access_token=t1')
    await expect.element(screen.getByRole('heading', { name: text })).toBeVisible()
    await screen.getByRole('link', { name: 'Назад' }).click()

    await expect.element(screen.getByRole('heading', { name: 'С возвращением' })).toBeVisible()
  })

  it('tells the owner of the e-mail to link the provider in the account [AUTH-19]', async () => {
    stubServer({ 'POST /api/account/sign-by-yandex': refusal('userExists') })

    const screen = await signInAt('/oauth-login/yandex#access_token=t1')

    await expect.element(screen.getByText(/открой «Аккаунт» и\u00a0привяжи Яндекс ID/)).toBeVisible()
  })

  it('continues to the page the user wanted', async () => {
    stubServer({ ...HOME, 'POST /api/account/sign-by-google': SIGNED })

    const screen = await signInAt('/oauth-login/google?next=%2Fupload#access_token=t1')

    await expect.element(screen.getByRole('heading', { name: 'Загрузи аудио или видео' })).toBeVisible()
    expect(location.pathname).toBe('/upload')
  })

  it('ignores a link that did not come from our popup', async () => {
    const server = stubServer({ ...HOME, 'POST /api/account/sign-by-google': SIGNED })

    const screen = await openAt('/oauth-login/google#access_token=stranger')

    await expect.element(screen.getByRole('heading', { name: 'Произошла ошибка' })).toBeVisible()
    expect(location.hash).toBe('')
    expect(server.calls()).not.toContain('POST /api/account/sign-by-google')
  })
})

describe('the popup', () => {
  const start = { state: 's1', verifier: 'v1', search: '?utm_source=mail' }

  it('passes the answer to its opener and removes it from the address [AUTH-15] [AUTH-17]', async () => {
    const opener = { postMessage: vi.fn<(message: unknown, origin: string) => void>(), closed: false }
    vi.stubGlobal('opener', opener)
    const close = vi.spyOn(window, 'close').mockImplementation(() => {})
    stubServer({})
    sessionStorage.setItem('oauth.start.vk', JSON.stringify(start))

    const screen = await openAt('/oauth/vk?code=c1&state=s1&device_id=12345678901234567890&type=code_v2')

    await expect.element(screen.getByRole('heading', { name: 'Authorization via VK...' })).toBeVisible()
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
    const href = '/oauth-login/vk?utm_source=mail#code=c1&device_id=12345678901234567890&code_verifier=v1'
    expect(opener.postMessage.mock.calls).toEqual([[{ type: 'auth', href }, location.origin]])
    expect(location.pathname + location.search + location.hash).toBe('/oauth/vk')
  })

  it('signs in itself when it has no opener [AUTH-17]', async () => {
    vi.stubGlobal('opener', null)
    const server = stubServer({ ...HOME, 'POST /api/account/sign-by-google': SIGNED })
    sessionStorage.setItem('oauth.start.google', JSON.stringify(start))

    const screen = await openAt('/oauth/google#access_token=t1&state=s1&token_type=Bearer')

    await expect.element(screen.getByRole('heading', { name: 'Мои файлы' })).toBeVisible()
    expect(location.pathname + location.search).toBe('/?utm_source=mail')
    expect(server.calls().filter((call) => call.startsWith('POST'))).toHaveLength(1)
  })

  it('shows an error and a link back when the user refused [AUTH-15]', async () => {
    vi.stubGlobal('opener', null)
    stubServer({})
    sessionStorage.setItem('oauth.start.yandex', JSON.stringify(start))

    const screen = await openAt('/oauth/yandex#error=access_denied&state=s1')
    await expect.element(screen.getByRole('heading', { name: 'Произошла ошибка' })).toBeVisible()
    await expect.element(screen.getByText(/Вход отменён/)).toBeVisible()
    await screen.getByRole('button', { name: 'Назад' }).click()

    await expect.element(screen.getByRole('heading', { name: 'С возвращением' })).toBeVisible()
  })

  it('rejects an answer with another state, and closes by its back button [AUTH-15]', async () => {
    const opener = { postMessage: vi.fn<(message: unknown, origin: string) => void>(), closed: false }
    vi.stubGlobal('opener', opener)
    const close = vi.spyOn(window, 'close').mockImplementation(() => {})
    stubServer({})
    sessionStorage.setItem('oauth.start.google', JSON.stringify(start))

    const screen = await openAt('/oauth/google#access_token=t1&state=other')
    await expect.element(screen.getByRole('heading', { name: 'Произошла ошибка' })).toBeVisible()
    expect(opener.postMessage).not.toHaveBeenCalled()
    expect(location.href).not.toContain('t1')
    await screen.getByRole('button', { name: 'Назад' }).click()

    expect(close).toHaveBeenCalledOnce()
  })

  it('shows an error when its provider is disabled [AUTH-15]', async () => {
    stubServer({ 'GET /api/account/providers': { status: 200, body: [] } })

    const screen = await openAt('/oauth/google')

    await expect.element(screen.getByRole('heading', { name: 'Произошла ошибка' })).toBeVisible()
  })
})
