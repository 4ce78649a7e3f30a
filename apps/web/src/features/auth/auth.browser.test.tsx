import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'

import { openAt } from '#test/app.tsx'
import { atRestUntil, changesAfter } from '#test/fake-clock.ts'
import { refusal } from '#test/refusal.ts'
import { type Answer, stubServer } from '#test/server.ts'
import { signIn, tokenEndingIn } from '#test/session.ts'
import { userOf } from '#test/user.ts'

const USER = userOf({ name: 'Анна', surname: '', email: 'anna@example.ru' })
const ACCOUNT = { status: 200, body: { user: USER, events: [] } }
const TOKENS = { status: 200, body: { accessToken: tokenEndingIn(900, Date.now()), refreshToken: 'r0' } }
const NO_FILES = { status: 200, body: { data: [], total: 0 } }
const NO_PROVIDERS = { status: 200, body: [] }
const DONE = { status: 200, body: {} }

const provider = (type: string) => ({ type, clientId: 'c', authorizeUrl: 'https://provider.example' })

describe('the sign-in page', () => {
  const open = async (providers: Answer) => {
    const server = stubServer({ 'GET /api/account/providers': providers })
    return { server, screen: await openAt('/auth/login') }
  }

  it('has a button for each enabled provider in a fixed order, then the form and two links [AUTH-1]', async () => {
    const { screen } = await open({ status: 200, body: ['vk', 'google', 'yandex'].map(provider) })

    await expect.element(screen.getByRole('button', { name: 'Войти через VK' })).toBeVisible()
    const names = screen
      .getByRole('button', { name: /через/ })
      .elements()
      .map((button) => button.textContent)
    expect(names).toEqual(['Войти через Google', 'Войти через Яндекс ID', 'Войти через VK'])
    await expect.element(screen.getByLabelText('E-mail')).toBeRequired()
    await expect.element(screen.getByLabelText('Пароль', { exact: true })).toBeRequired()
    await expect
      .element(screen.getByRole('link', { name: 'Не помнишь пароль?' }))
      .toHaveAttribute('href', '/auth/recover-password')
    await expect
      .element(screen.getByRole('link', { name: 'Зарегистрироваться' }))
      .toHaveAttribute('href', '/auth/register')
  })

  it('leaves out a disabled provider [AUTH-1]', async () => {
    const { screen } = await open({ status: 200, body: ['vk', 'yandex'].map(provider) })

    await expect.element(screen.getByRole('button', { name: 'Войти через VK' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Войти через Яндекс ID' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Войти через Google' })).not.toBeInTheDocument()
  })

  it('is a plain form when the providers cannot be loaded [AUTH-1]', async () => {
    const { screen, server } = await open(refusal('notFound'))

    await vi.waitFor(() => expect(server.calls()).toContain('GET /api/account/providers'))
    await expect.element(screen.getByRole('button', { name: 'Войти', exact: true })).toBeEnabled()
    await expect.element(screen.getByText('или по почте')).not.toBeInTheDocument()
  })

  it("opens the address that the provider's window ends at [AUTH-17]", async () => {
    const { screen } = await open({ status: 200, body: [provider('google')] })
    const frame = document.body.appendChild(document.createElement('iframe'))
    onTestFinished(() => frame.remove())
    const popup = frame.contentWindow
    vi.spyOn(window, 'open').mockReturnValue(popup)

    await screen.getByRole('button', { name: 'Войти через Google' }).click()
    const data = { type: 'auth', href: '/oauth-login/google?utm_source=a#access_token=t' }
    dispatchEvent(new MessageEvent('message', { source: popup, origin: location.origin, data }))

    await vi.waitFor(() => expect(location.pathname).toBe('/oauth-login/google'))
  })

  it('passes the query to the registration [AUTH-9]', async () => {
    stubServer({ 'GET /api/account/providers': NO_PROVIDERS })

    const screen = await openAt('/auth/login?promocode=SPRING&utm_source=mail')
    await screen.getByRole('link', { name: 'Зарегистрироваться' }).click()

    await expect.element(screen.getByRole('heading', { name: 'Регистрация' })).toBeVisible()
    expect(location.search).toBe('?promocode=SPRING&utm_source=mail')
  })
})

describe('the registration page', () => {
  async function open(answer: Answer, path = '/auth/register') {
    const server = stubServer({
      'GET /api/account/providers': NO_PROVIDERS,
      'POST /api/account/register': answer,
      'POST /api/account/resend-confirmation': DONE,
    })
    const screen = await openAt(path)
    const field = (label: string) => screen.getByLabelText(label, { exact: true })
    return { server, screen, field, button: screen.getByRole('button', { name: 'Создать аккаунт' }) }
  }

  async function fillIn({ field, screen }: Awaited<ReturnType<typeof open>>) {
    await field('Имя').fill(' Анна ')
    await field('Фамилия').fill('Ковалёва')
    await field('E-mail').fill('anna@example.ru ')
    await field('Пароль').fill('Secret12!')
    await screen.getByRole('checkbox').click()
  }

  it('asks for name, surname, e-mail, password and consent, and links the documents [AUTH-3]', async () => {
    const { screen, field } = await open(DONE)

    await expect.element(field('Имя')).toBeRequired()
    await expect.element(field('Фамилия')).not.toBeRequired()
    await expect.element(field('E-mail')).toBeRequired()
    await expect.element(field('Пароль')).toBeRequired()
    await expect.element(screen.getByRole('meter', { name: 'Надёжность пароля' })).toBeVisible()
    await expect.element(screen.getByRole('checkbox', { name: /^Принимаю оферту/ })).not.toBeChecked()
    const offer = screen.getByRole('link', { name: /^оферту/ })
    await expect.element(offer).toHaveAttribute('href', '/legal/offer')
    await expect.element(offer).toHaveAttribute('target', '_blank')
    const privacy = screen.getByRole('link', { name: /^политику конфиденциальности/ })
    await expect.element(privacy).toHaveAttribute('href', '/legal/privacy')
    await expect.element(privacy).toHaveAttribute('target', '_blank')
    const consent = screen.getByRole('link', { name: /^согласие на\sобработку персональных данных/ })
    await expect.element(consent).toHaveAttribute('href', '/legal/consent')
  })

  it('explains what blocks it: fields, then consent, then the password [AUTH-4]', async () => {
    const page = await open(DONE)
    const { screen, field, button } = page

    await expect.element(button).toHaveAttribute('aria-disabled', 'true')
    await expect.element(button).toHaveAccessibleDescription('Заполнены не все поля')
    await field('Имя').fill('Анна')
    await field('E-mail').fill('anna@example.ru')
    await field('Пароль').fill('secret')
    await expect.element(button).toHaveAccessibleDescription('Примите оферту и политику конфиденциальности')
    await screen.getByRole('checkbox').click()
    await expect.element(button).toHaveAccessibleDescription('Пароль недостаточно безопасный')
    await field('Пароль').fill('Secret12!')

    await expect.element(button).toHaveAttribute('aria-disabled', 'false')
    await expect.element(button).not.toHaveAccessibleDescription()
  })

  it('shows the hint on hover [AUTH-4]', async () => {
    const { screen, button } = await open(DONE)

    await button.hover()

    await expect.element(screen.getByRole('tooltip')).toHaveTextContent('Заполнены не все поля')
  })

  it('shows the hint on focus and on an early submit, and sends nothing [AUTH-4]', async () => {
    const { screen, button, field, server } = await open(DONE)

    await field('Имя').fill('Анна')
    await userEvent.keyboard('{Enter}')

    await expect.element(button).toHaveFocus()
    await expect.element(screen.getByRole('tooltip')).toHaveTextContent('Заполнены не все поля')
    expect(server.calls()).not.toContain('POST /api/account/register')
  })

  it('shows a server error on its field and waits for a change [AUTH-4] [FORM-3]', async () => {
    const fields = { email: { code: 'auth.emailAlreadyTaken', message: 'Taken' } }
    const page = await open({ status: 400, body: { error: 'x', code: 'invalidRequest', message: 'x', fields } })
    const { field, button } = page

    await fillIn(page)
    await button.click()
    await expect.element(field('E-mail')).toHaveAccessibleDescription('Этот e-mail уже занят')
    await expect.element(button).toHaveAttribute('aria-disabled', 'true')
    await field('E-mail').fill('other@example.ru')

    await expect.element(button).toHaveAttribute('aria-disabled', 'false')
  })

  const STRENGTHS = [
    ['a', 20, 'Слабый пароль'],
    ['a1', 40, 'Слабый пароль'],
    ['a1!', 60, 'Средний пароль'],
    ['aA1!', 80, 'Средний пароль'],
    ['aA1!aA1!', 100, 'Надёжный пароль'],
  ] as const
  it.each(STRENGTHS)('measures «%s» as %d per cent: %s [AUTH-5]', async (password, percent, level) => {
    const { screen, field } = await open(DONE)

    await field('Пароль').fill(password)

    const meter = screen.getByRole('meter')
    await expect.element(meter).toHaveAttribute('aria-valuenow', String(percent))
    await expect.element(meter).toHaveAttribute('aria-valuetext', level)
    expect(screen.getByText(': есть').elements()).toHaveLength(percent / 20)
  })

  it('names the five checks of a password [AUTH-5]', async () => {
    const { screen } = await open(DONE)

    await expect.element(screen.getByRole('meter')).toBeVisible()
    const lines = screen
      .getByRole('listitem')
      .elements()
      .map((line) => line.textContent)
    expect(lines).toEqual(['8 символов', 'Заглавная буква', 'Строчная буква', 'Цифра', 'Спецсимвол'])
  })

  it('sends all fields with the query and the promo code [AUTH-9] [AUTH-21]', async () => {
    const page = await open(DONE, '/auth/register?utm_source=mail&promocode=SPRING')

    await fillIn(page)
    await page.button.click()

    await expect.element(page.screen.getByRole('dialog')).toBeVisible()
    expect(page.server.requests).toContainEqual({
      call: 'POST /api/account/register',
      body: {
        name: 'Анна',
        surname: 'Ковалёва',
        email: 'anna@example.ru',
        password: 'Secret12!',
        privacyApprove: true,
        utmData: '?utm_source=mail&promocode=SPRING',
        promoCode: 'SPRING',
        browserSecret: localStorage.getItem('browserSecret'),
      },
    })
  })

  it('asks to confirm the address by mail and links to the sign-in without the query [AUTH-6] [AUTH-9]', async () => {
    const page = await open(DONE, '/auth/register?promocode=SPRING')
    const { screen } = page

    await fillIn(page)
    await page.button.click()
    const dialog = screen.getByRole('dialog', { name: 'Проверь почту' })
    await expect.element(dialog.getByText('anna@example.ru')).toBeVisible()
    await dialog.getByRole('link', { name: 'Перейти ко входу' }).click()

    await expect.element(screen.getByRole('heading', { name: 'С возвращением' })).toBeVisible()
    expect(location.pathname + location.search).toBe('/auth/login')
  })

  it('sends the mail again on demand', async () => {
    const page = await open(DONE)
    const { screen, server } = page
    await fillIn(page)
    await page.button.click()

    await screen.getByRole('button', { name: 'Отправить ещё раз' }).click()

    await expect.element(screen.getByText(/^Если этот адрес ждёт подтверждения, письмо уже в\sпути\.$/)).toBeVisible()
    const sent = server.requests.find(({ call }) => call === 'POST /api/account/resend-confirmation')
    expect(sent?.body).toEqual({ email: 'anna@example.ru' })
  })

  it('shows «Что-то пошло не так» when the server does not answer', async () => {
    const page = await open('no answer')

    await fillIn(page)
    await page.button.click()

    await expect.element(page.field('E-mail')).toHaveAccessibleDescription('Что-то пошло не так')
  })
})

describe('the registration link', () => {
  it('signs in, shows it for a second and goes home [AUTH-7] [APP-15]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    stubServer({ 'POST /api/account/confirm-mail': TOKENS, 'GET /api/account': ACCOUNT, 'GET /api/scripts': NO_FILES })

    const screen = await openAt('/auth/register-confirm?token=t1')
    await atRestUntil(() => screen.getByRole('heading', { name: 'Почта подтверждена' }).elements().length === 1)
    expect(localStorage.getItem('refreshToken')).toBe('r0')
    await changesAfter(1000, () => location.pathname)

    await expect.element(screen.getByRole('heading', { name: 'Мои файлы' })).toBeVisible()
    expect(location.pathname).toBe('/')
  })

  it('spends its token once, and no request leaves from an address that holds it [AUTH-7] [AUTH-23]', async () => {
    const server = stubServer({ 'POST /api/account/confirm-mail': TOKENS, 'GET /api/account': ACCOUNT })

    const screen = await openAt('/auth/register-confirm?token=t1&utm_source=mail')
    await expect.element(screen.getByRole('heading', { name: 'Почта подтверждена' })).toBeVisible()

    const spent = server.requests.filter(({ call }) => call === 'POST /api/account/confirm-mail')
    expect(spent).toEqual([{ call: 'POST /api/account/confirm-mail', body: { token: 't1' } }])
    expect(server.addresses.filter((address) => address.includes('t1'))).toEqual([])
    expect(location.search).toBe('?utm_source=mail')
  })

  const FAILURES = [
    ['tokenUsed', 'Ссылка уже была использована'],
    ['wrongToken', 'Неверная ссылка'],
    ['userExists', 'Пользователь с таким e-mail уже зарегистрирован'],
    ['tooManyRequests', 'Too many requests'],
  ] as const
  it.each(FAILURES)('reports %s: «%s» [AUTH-8]', async (code, text) => {
    stubServer({ 'POST /api/account/confirm-mail': refusal(code) })

    const screen = await openAt('/auth/register-confirm?token=t1')

    await expect.element(screen.getByRole('heading', { name: 'Произошла ошибка' })).toBeVisible()
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Ко входу' })).toHaveAttribute('href', '/auth/login')
  })

  it('reports «Неверная ссылка» without a request when it has no token [AUTH-8]', async () => {
    const server = stubServer({})

    const screen = await openAt('/auth/register-confirm')

    await expect.element(screen.getByText('Неверная ссылка')).toBeVisible()
    expect(server.calls()).toEqual([])
  })

  it('can be retried when no answer came', async () => {
    stubServer({ 'POST /api/account/confirm-mail': ['no answer', TOKENS], 'GET /api/account': ACCOUNT })

    const screen = await openAt('/auth/register-confirm?token=t1')
    await screen.getByRole('button', { name: 'Попробовать ещё раз' }).click()

    await expect.element(screen.getByRole('heading', { name: 'Почта подтверждена' })).toBeVisible()
  })

  it('goes home even if the account cannot be loaded [AUTH-7]', async () => {
    stubServer({
      'POST /api/account/confirm-mail': TOKENS,
      'GET /api/account': [{ status: 503 }, ACCOUNT],
      'GET /api/scripts': NO_FILES,
    })

    const screen = await openAt('/auth/register-confirm?token=t1')
    await expect.element(screen.getByRole('heading', { name: 'Сервис недоступен' })).toBeVisible()
    await screen.getByRole('button', { name: 'Проверить сейчас' }).click()

    await expect.element(screen.getByRole('heading', { name: 'Мои файлы' })).toBeVisible()
  })
})

describe('the confirmation link of a change', () => {
  const CHANGES = [
    ['change-mail-confirm', 'edit-email-confirm', 'Новый адрес успешно подтвержден'],
    ['change-password-confirm', 'edit-password-confirm', 'Новый пароль успешно подтвержден'],
  ] as const

  it.each(CHANGES)('at /auth/%s waits with «Ожидание ответа сервера...» [AUTH-13] [AUTH-23]', async (page, call) => {
    const server = stubServer({ [`POST /api/account/${call}`]: 'wait' })

    const screen = await openAt(`/auth/${page}?token=t1`)

    await expect.element(screen.getByRole('heading', { name: 'Ожидание ответа сервера...' })).toBeVisible()
    expect(server.requests).toEqual([{ call: `POST /api/account/${call}`, body: { token: 't1' } }])
    expect(location.search).toBe('')
  })

  it.each(CHANGES)('at /auth/%s (%s) ends with «%s» and a link to the account [AUTH-13]', async (page, call, title) => {
    signIn()
    stubServer({ [`POST /api/account/${call}`]: DONE, 'GET /api/account': ACCOUNT })

    const screen = await openAt(`/auth/${page}?token=t1`)

    await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Перейти в аккаунт' })).toHaveAttribute('href', '/account')
  })

  it.each(CHANGES)('at /auth/%s (%s, «%s») offers a visitor the sign-in [AUTH-13]', async (page, call, title) => {
    stubServer({ [`POST /api/account/${call}`]: DONE })

    const screen = await openAt(`/auth/${page}?token=t1`)

    await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Назад' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Перейти в аккаунт' })).not.toBeInTheDocument()
  })

  const FAILURES = [
    ['tokenNotValid', 'Данная ссылка не действительна'],
    ['tokenUsed', 'Данная ссылка уже была использована'],
    ['unexpected', 'Произошла ошибка'],
  ] as const
  it.each(FAILURES)('reports %s: «%s» [AUTH-14]', async (code, text) => {
    stubServer({ 'POST /api/account/edit-email-confirm': refusal(code) })

    const screen = await openAt('/auth/change-mail-confirm?token=t1')

    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  })

  it('reports «Данная ссылка не действительна» without a request when it has no token [AUTH-14]', async () => {
    const server = stubServer({})

    const screen = await openAt('/auth/change-password-confirm')

    await expect.element(screen.getByText('Данная ссылка не действительна')).toBeVisible()
    expect(server.calls()).toEqual([])
  })
})
