import { describe, expect, it, vi } from 'vitest'

import { openAt } from '#test/app.tsx'
import { refusal } from '#test/refusal.ts'
import { type Answer, stubServer } from '#test/server.ts'
import { tokenEndingIn } from '#test/session.ts'
import { userOf } from '#test/user.ts'

const ok = (body: object = {}) => ({ status: 200, body })
const SIGNED = ok({
  accessToken: tokenEndingIn(900, Date.now()),
  refreshToken: 'r0',
  needToPrivacyApprove: false,
  isRegistration: false,
})
const asked = (...methods: string[]) =>
  ok({ secondFactor: { token: 't1', methods }, needToPrivacyApprove: false, isRegistration: false })
const HOME = {
  'GET /api/account/providers': ok([]),
  'GET /api/account': ok({ user: userOf({ name: 'Анна' }), events: [] }),
  'GET /api/scripts': ok({ data: [], total: 0 }),
}
const PASS = 'POST /api/account/second-factor'
const START = 'POST /api/account/second-factor/start'
const OPTIONS = { challenge: 'AAAA', rpId: 'localhost', allowCredentials: [], userVerification: 'required' }

/** Signs in by e-mail and password, and comes to the second step. */
async function comeTo(methods: string[], answers: Record<string, Answer | Answer[]>) {
  const server = stubServer({ ...HOME, 'POST /api/account/login': asked(...methods), ...answers })
  const screen = await openAt('/auth/login')
  await screen.getByLabelText('E-mail').fill('anna@example.ru')
  await screen.getByLabelText('Пароль', { exact: true }).fill('Right-pass-1')
  await screen.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect.element(screen.getByRole('heading', { name: 'Второй шаг' })).toBeVisible()
  return { server, screen, code: screen.getByLabelText('Код из\u00a0приложения') }
}

/** Stands in for the result of `navigator.credentials.get`. */
function credential(): Credential {
  const bytes = new Uint8Array([1, 2, 3]).buffer
  const response = { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: null }
  const parts = { id: 'AQID', rawId: bytes, type: 'public-key', response, authenticatorAttachment: 'platform' }
  return { ...parts, getClientExtensionResults: () => ({}) } as unknown as Credential
}

const home = 'Загрузи свой первый аудио или видео файл'

describe('the second step of a sign-in', () => {
  it('sends a code as soon as it has six digits, also a pasted one with a space', async () => {
    const { server, screen, code } = await comeTo(['totp', 'recoveryCode'], { [PASS]: SIGNED })

    await expect.element(code).toHaveFocus()
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code')
    await expect.element(code).toHaveAttribute('inputmode', 'numeric')
    await code.fill('123 456')

    await expect.element(screen.getByRole('heading', { name: home })).toBeVisible()
    expect(server.requests).toContainEqual({ call: PASS, body: { token: 't1', code: '123456' } })
    expect(localStorage.getItem('refreshToken')).toBe('r0')
  })

  it('shows «Неверный код» on the field and takes the next code', async () => {
    const { screen, code } = await comeTo(['totp'], { [PASS]: [refusal('wrongCode'), SIGNED] })

    await code.fill('000000')
    await expect.element(code).toHaveAccessibleDescription('Неверный код')
    await expect.element(code).toHaveValue('')
    await code.fill('1')
    await expect.element(code).toBeValid()
    await code.fill('123456')

    await expect.element(screen.getByRole('heading', { name: home })).toBeVisible()
  })

  it('takes a recovery code instead', async () => {
    const { server, screen } = await comeTo(['totp', 'recoveryCode'], { [PASS]: SIGNED })

    await screen.getByRole('button', { name: 'Код восстановления' }).click()
    await screen.getByLabelText('Код восстановления').fill('abcde-fghjk')
    await screen.getByRole('button', { name: 'Войти', exact: true }).click()

    await expect.element(screen.getByRole('heading', { name: home })).toBeVisible()
    expect(server.requests).toContainEqual({ call: PASS, body: { token: 't1', code: 'abcde-fghjk' } })
  })

  it('takes a passkey instead, and can be tried again after the window was closed', async () => {
    const get = vi.spyOn(navigator.credentials, 'get')
    get.mockRejectedValueOnce(new DOMException('closed', 'NotAllowedError')).mockResolvedValueOnce(credential())
    const { server, screen } = await comeTo(['totp', 'passkey'], { [START]: ok({ options: OPTIONS }), [PASS]: SIGNED })

    await screen.getByRole('button', { name: 'Использовать ключ доступа' }).click()
    await expect.element(screen.getByText(/Ключ доступа не\u00a0получен/)).toBeVisible()
    await screen.getByRole('button', { name: 'Использовать ключ доступа' }).click()

    await expect.element(screen.getByRole('heading', { name: home })).toBeVisible()
    expect(server.requests.find(({ call }) => call === PASS)?.body).toMatchObject({
      token: 't1',
      credential: { id: 'AQID', response: { signature: 'AQID' } },
    })
  })

  it('starts again when its time is over', async () => {
    const { screen, code } = await comeTo(['totp'], { [PASS]: refusal('challengeExpired') })

    await code.fill('123456')
    await expect.element(screen.getByText(/Время на\u00a0второй шаг вышло/)).toBeVisible()
    await screen.getByRole('button', { name: 'Начать заново' }).click()

    await expect.element(screen.getByRole('heading', { name: 'С возвращением' })).toBeVisible()
  })

  it('goes back to the form, and says when there were too many attempts', async () => {
    const { screen, code } = await comeTo(['totp'], { [PASS]: refusal('tooManyRequests') })

    await code.fill('123456')
    await expect.element(code).toHaveAccessibleDescription(/Слишком много попыток/)
    await screen.getByRole('button', { name: 'Назад' }).click()

    await expect.element(screen.getByLabelText('E-mail')).toBeVisible()
  })

  it('follows a sign-in by a provider too', async () => {
    const answers = { 'POST /api/account/sign-by-google': asked('totp'), [PASS]: SIGNED }
    stubServer({ ...HOME, ...answers })
    sessionStorage.setItem('oauth.expected', 'google')

    const screen = await openAt('/oauth-login/google?utm_source=mail#access_token=t')
    await screen.getByLabelText('Код из\u00a0приложения').fill('123456')

    await expect.element(screen.getByRole('heading', { name: home })).toBeVisible()
    expect(location.search).toBe('?utm_source=mail')
  })
})

describe('a sign-in by a passkey', () => {
  const START_LOGIN = 'POST /api/account/passkey-login/start'
  const LOGIN = 'POST /api/account/passkey-login'
  const button = 'Войти с\u00a0ключом доступа'

  it('needs no form', async () => {
    vi.spyOn(navigator.credentials, 'get').mockResolvedValueOnce(credential())
    const server = stubServer({ ...HOME, [START_LOGIN]: ok({ token: 't2', options: OPTIONS }), [LOGIN]: SIGNED })
    const screen = await openAt('/auth/login')

    await screen.getByRole('button', { name: button }).click()

    await expect.element(screen.getByRole('heading', { name: home })).toBeVisible()
    expect(server.requests.find(({ call }) => call === LOGIN)?.body).toMatchObject({
      token: 't2',
      credential: { id: 'AQID', type: 'public-key' },
    })
  })

  it('says why it failed', async () => {
    vi.spyOn(navigator.credentials, 'get').mockResolvedValueOnce(credential())
    stubServer({
      ...HOME,
      [START_LOGIN]: ok({ token: 't2', options: OPTIONS }),
      [LOGIN]: refusal('passkeyRefused'),
    })
    const screen = await openAt('/auth/login')

    await screen.getByRole('button', { name: button }).click()

    await expect.element(screen.getByText('Этот ключ доступа не\u00a0подошёл')).toBeVisible()
  })

  it('is not offered by a browser without passkeys', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    stubServer(HOME)

    const screen = await openAt('/auth/login')

    await expect.element(screen.getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: button })).not.toBeInTheDocument()
  })
})
