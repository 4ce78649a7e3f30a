import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'

import { session } from '#lib/session/current.ts'
import { tokenEndingIn } from '#lib/session/test-tokens.ts'

import { App } from './app.tsx'
import { playServer } from './test-server.ts'

const USER = { id: 'u1', name: 'Анна', surname: 'Ковалёва', email: 'a@b.ru', tariff: { fileSize: 300, meta: {} } }
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
  { status: 400, error: 'Registration token required', text: 'Сначала нужно пройти регистрацию' },
  { status: 400, error: 'Token is not valid', text: 'Сначала нужно пройти регистрацию' },
  { status: 409, error: 'User already exists', text: 'Пользователь с таким e-mail уже зарегистрирован' },
  { status: 502, error: 'Provider does not answer', text: 'Произошла ошибка' },
]

/** Opens the app at an address as a new tab would, with the second look that development takes at everything. */
async function openAt(href: string) {
  history.replaceState(null, '', href)
  await session.start()
  return render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

/** Comes to the sign-in page as from a popup of ours. */
async function signInAt(href: string) {
  sessionStorage.setItem('oauth.expected', /^\/oauth-login\/(\w+)/.exec(href)?.[1] ?? '')
  return openAt(href)
}

const testPage = location.pathname + location.search

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

afterEach(async () => {
  // Before the network is real again: the pages keep asking it.
  await cleanup()
  history.replaceState(null, '', testPage)
  vi.unstubAllGlobals()
})

describe('the page that signs in by a provider', () => {
  it.each(BODIES)('sends what $type gave, and goes home with the query [AUTH-18] [AUTH-21]', async (provider) => {
    const { type, fragment, body } = provider
    const server = playServer({ ...HOME, [`POST /api/account/sign-by-${type}`]: SIGNED })

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

  it('names the provider while it works, and shows the token in the address to nobody [AUTH-15]', async () => {
    playServer({})
    vi.stubGlobal('fetch', () => new Promise(() => {}))

    const screen = await signInAt('/oauth-login/yandex#access_token=t1')

    await expect.element(screen.getByRole('heading', { name: 'Authorization via Yandex ID...' })).toBeVisible()
    await vi.waitFor(() => expect(location.href).not.toContain('t1'))
  })

  it('asks somebody new for consent, and only then registers them [AUTH-15] [AUTH-18] [AUTH-22]', async () => {
    const server = playServer({ ...HOME, 'POST /api/account/sign-by-google': [ASKED, SIGNED] })

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

  it.each(FAILURES)('tells «$text» after $status «$error» and leads back [AUTH-15] [AUTH-19]', async (failure) => {
    const { status, error, text } = failure
    playServer({ 'POST /api/account/sign-by-google': { status, body: { error, code: 'x', message: error } } })

    const screen = await signInAt('/oauth-login/google#access_token=t1')
    await expect.element(screen.getByRole('heading', { name: text })).toBeVisible()
    await screen.getByRole('link', { name: 'Назад' }).click()

    await expect.element(screen.getByRole('heading', { name: 'С возвращением' })).toBeVisible()
  })

  it('goes on to where somebody was going before', async () => {
    playServer({ ...HOME, 'POST /api/account/sign-by-google': SIGNED })

    const screen = await signInAt('/oauth-login/google?next=%2Fupload#access_token=t1')

    await expect.element(screen.getByRole('heading', { name: 'Загрузи аудио или видео' })).toBeVisible()
    expect(location.pathname).toBe('/upload')
  })

  it('signs nobody in by a link that did not come from our own popup', async () => {
    const server = playServer({ ...HOME, 'POST /api/account/sign-by-google': SIGNED })

    const screen = await openAt('/oauth-login/google#access_token=stranger')

    await expect.element(screen.getByRole('heading', { name: 'Произошла ошибка' })).toBeVisible()
    expect(location.hash).toBe('')
    expect(server.calls()).not.toContain('POST /api/account/sign-by-google')
  })
})

describe('the popup', () => {
  const start = { state: 's1', verifier: 'v1', search: '?utm_source=mail' }

  it('hands the answer over to the window that opened it, out of the address [AUTH-15] [AUTH-17]', async () => {
    const opener = { postMessage: vi.fn<(message: unknown, origin: string) => void>(), closed: false }
    vi.stubGlobal('opener', opener)
    const close = vi.spyOn(window, 'close').mockImplementation(() => {})
    playServer({})
    sessionStorage.setItem('oauth.start.vk', JSON.stringify(start))

    const screen = await openAt('/oauth/vk?code=c1&state=s1&device_id=12345678901234567890&type=code_v2')

    await expect.element(screen.getByRole('heading', { name: 'Authorization via VK...' })).toBeVisible()
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
    const href = '/oauth-login/vk?utm_source=mail#code=c1&device_id=12345678901234567890&code_verifier=v1'
    expect(opener.postMessage.mock.calls).toEqual([[{ type: 'auth', href }, location.origin]])
    expect(location.pathname + location.search + location.hash).toBe('/oauth/vk')
    close.mockRestore()
  })

  it('signs in by itself when nobody opened it [AUTH-17]', async () => {
    vi.stubGlobal('opener', null)
    const server = playServer({ ...HOME, 'POST /api/account/sign-by-google': SIGNED })
    sessionStorage.setItem('oauth.start.google', JSON.stringify(start))

    const screen = await openAt('/oauth/google#access_token=t1&state=s1&token_type=Bearer')

    await expect.element(screen.getByRole('heading', { name: 'Мои файлы' })).toBeVisible()
    expect(location.pathname + location.search).toBe('/?utm_source=mail')
    expect(server.calls().filter((call) => call.startsWith('POST'))).toHaveLength(1)
  })

  it('stays with an error and a way back when the person said no [AUTH-15]', async () => {
    vi.stubGlobal('opener', null)
    playServer({})
    sessionStorage.setItem('oauth.start.yandex', JSON.stringify(start))

    const screen = await openAt('/oauth/yandex#error=access_denied&state=s1')
    await expect.element(screen.getByRole('heading', { name: 'Произошла ошибка' })).toBeVisible()
    await expect.element(screen.getByText(/Вход отменён/)).toBeVisible()
    await screen.getByRole('button', { name: 'Назад' }).click()

    await expect.element(screen.getByRole('heading', { name: 'С возвращением' })).toBeVisible()
  })

  it('believes no answer with another state, and closes by its back button [AUTH-15]', async () => {
    const opener = { postMessage: vi.fn<(message: unknown, origin: string) => void>(), closed: false }
    vi.stubGlobal('opener', opener)
    const close = vi.spyOn(window, 'close').mockImplementation(() => {})
    playServer({})
    sessionStorage.setItem('oauth.start.google', JSON.stringify(start))

    const screen = await openAt('/oauth/google#access_token=t1&state=other')
    await expect.element(screen.getByRole('heading', { name: 'Произошла ошибка' })).toBeVisible()
    expect(opener.postMessage).not.toHaveBeenCalled()
    expect(location.href).not.toContain('t1')
    await screen.getByRole('button', { name: 'Назад' }).click()

    expect(close).toHaveBeenCalledOnce()
    close.mockRestore()
  })

  it('stays with an error when its provider is switched off [AUTH-15]', async () => {
    playServer({ 'GET /api/account/providers': { status: 200, body: [] } })

    const screen = await openAt('/oauth/google')

    await expect.element(screen.getByRole('heading', { name: 'Произошла ошибка' })).toBeVisible()
  })

  it.each(['/oauth/facebook', '/oauth-login/facebook#access_token=t1'])('is not found at %s', async (href) => {
    playServer({})

    const screen = await openAt(href)

    await expect.element(screen.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible()
  })
})
