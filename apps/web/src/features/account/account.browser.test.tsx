import { describe, expect, it, vi } from 'vitest'

import { customerOfPro, freeInfoOf } from '#test/account-info.ts'
import { openAt } from '#test/app.tsx'
import { atRestUntil, changesAfter, staysFor } from '#test/fake-clock.ts'
import { type Answer, stubServer } from '#test/server.ts'
import { signIn } from '#test/session.ts'

const USER = customerOfPro({ name: 'Анна', surname: 'Ковалёва' })
const INFO = freeInfoOf()
const DONE = { status: 200, body: {} }
const account = (change: object = {}) => ({ status: 200, body: { user: { ...USER, ...change }, events: [] } })

async function open(answers: Record<string, Answer | Answer[]> = {}) {
  signIn()
  const server = stubServer({
    'GET /api/account': account(),
    'GET /api/account/providers': { status: 200, body: [] },
    ...answers,
  })
  const screen = await openAt('/account')
  const field = (label: string) => screen.getByLabelText(label, { exact: true })
  return { server, screen, field, button: screen.getByRole('button', { name: 'Сохранить' }) }
}

describe('the contact form', () => {
  it('shows the account, requires name and e-mail, and cannot be saved without a change [ACC-2]', async () => {
    const { field, button } = await open()

    await expect.element(field('Имя')).toHaveValue('Анна')
    await expect.element(field('Имя')).toBeRequired()
    await expect.element(field('Фамилия')).toHaveValue('Ковалёва')
    await expect.element(field('Фамилия')).not.toBeRequired()
    await expect.element(field('E-mail')).toHaveValue('anna@example.ru')
    await expect.element(field('E-mail')).toBeRequired()
    await expect.element(field('Новый пароль')).toHaveValue('')
    await expect.element(button).toBeDisabled()
    await field('Имя').fill('Аня')
    await expect.element(button).toBeEnabled()
    await field('Имя').fill('Анна ')
    await expect.element(button).toBeDisabled()
  })

  it('is not submitted without a name [ACC-2]', async () => {
    const { field, button, server } = await open()

    await field('Имя').fill(' ')
    await button.click()

    await expect.element(field('Имя')).toHaveAccessibleDescription('Поле должно быть заполнено')
    expect(server.calls()).not.toContain('POST /api/account')
  })

  it('saves a new name at once and then is unchanged [ACC-2]', async () => {
    const { screen, field, button, server } = await open({
      'GET /api/account': [account(), account({ name: 'Аня' })],
      'POST /api/account': account({ name: 'Аня' }),
    })

    await field('Имя').fill('Аня ')
    await button.click()

    await expect.element(screen.getByText('Изменения сохранены')).toBeVisible()
    await expect.element(button).toBeDisabled()
    await expect.element(field('Имя')).toHaveValue('Аня')
    expect(server.requests).toContainEqual({
      call: 'POST /api/account',
      body: { name: 'Аня', surname: 'Ковалёва' },
    })
    expect(server.calls()).not.toContain('POST /api/account/edit-email')
  })

  it('confirms the save by a toast at the bottom right [APP-12]', async () => {
    const { screen, field, button } = await open({ 'POST /api/account': account() })

    await field('Имя').fill('Аня')
    await button.click()

    const toast = screen.getByRole('alert').filter({ hasText: 'Изменения сохранены' })
    await expect.element(toast).toBeVisible()
    const { right, bottom } = toast.element().getBoundingClientRect()
    expect(innerWidth - right).toBeLessThan(40)
    expect(innerHeight - bottom).toBeLessThan(40)
  })

  it('sends a mail to a new address, which takes effect at its link [ACC-3]', async () => {
    const { screen, field, button, server } = await open({ 'POST /api/account/edit-email': DONE })

    await field('E-mail').fill('New@example.ru')
    await button.click()

    await expect.element(screen.getByText(/отправили письмо на новый адрес new@example\.ru/)).toBeVisible()
    await expect.element(field('E-mail')).toHaveValue('anna@example.ru')
    await expect.element(button).toBeDisabled()
    expect(server.requests).toContainEqual({
      call: 'POST /api/account/edit-email',
      body: { email: 'new@example.ru' },
    })
    expect(server.calls()).not.toContain('POST /api/account')
  })

  it('asks for the password before it changes the e-mail, and changes nothing without it [ACC-3]', async () => {
    const refused = { status: 400, body: { error: 'x', code: 'proofNeeded', message: 'x' } }
    const factors = { isTotpOn: false, recoveryCodesLeft: 0, passkeys: [], hasPassword: true }
    const { screen, field, button, server } = await open({
      'POST /api/account/edit-email': [refused, refused, DONE],
      'GET /api/account/second-factors': { status: 200, body: factors },
    })

    await field('E-mail').fill('new@example.ru')
    await button.click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).click()
    await expect.element(field('E-mail')).toHaveValue('new@example.ru')
    await button.click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabelText('Текущий пароль', { exact: true }).fill('Right-pass-1')
    await dialog.getByRole('button', { name: 'Подтвердить' }).click()

    await expect.element(screen.getByText(/отправили письмо на новый адрес new@example\.ru/)).toBeVisible()
    expect(server.requests).toContainEqual({
      call: 'POST /api/account/edit-email',
      body: { email: 'new@example.ru', password: 'Right-pass-1' },
    })
  })

  it('sends a mail to confirm a new password [ACC-3]', async () => {
    const { screen, field, button, server } = await open({ 'POST /api/account/edit-password': DONE })

    await field('Новый пароль').fill('Secret12!')
    await button.click()

    await expect
      .element(screen.getByText(/отправили письмо на anna@example\.ru\. Новый пароль заработает/))
      .toBeVisible()
    await expect.element(field('Новый пароль')).toHaveValue('')
    expect(server.requests).toContainEqual({
      call: 'POST /api/account/edit-password',
      body: { password: 'Secret12!' },
    })
  })

  it('shows a server error on the field it names [FORM-3]', async () => {
    const fields = { email: { code: 'auth.emailAlreadyTaken', message: 'x' } }
    const answer = { status: 400, body: { error: 'x', code: 'x', message: 'x', fields } }
    const { field, button } = await open({ 'POST /api/account/edit-email': answer })

    await field('E-mail').fill('new@example.ru')
    await button.click()

    await expect.element(field('E-mail')).toHaveAccessibleDescription('Этот e-mail уже занят')
  })

  it('keeps the typed values when saving fails', async () => {
    const { screen, field, button } = await open({ 'POST /api/account': 'no answer' })

    await field('Имя').fill('Аня')
    await button.click()

    await expect.element(screen.getByRole('alert')).toHaveTextContent('Не удалось сохранить. Попробуй ещё раз.')
    await expect.element(field('Имя')).toHaveValue('Аня')
    await expect.element(button).toBeEnabled()
  })

  it('follows an address confirmed elsewhere and keeps what is being typed [SESS-8]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { field, button } = await open({
      'GET /api/account': [account(), account({ email: 'new@example.ru', name: 'Анна-Мария' })],
    })
    await field('Имя').fill('Аня')

    vi.advanceTimersByTime(8000)

    await expect.element(field('E-mail')).toHaveValue('new@example.ru')
    await expect.element(field('Имя')).toHaveValue('Аня')
    await expect.element(button).toBeEnabled()
  })
})

describe('the account', () => {
  it('opens from the header menu', async () => {
    signIn()
    stubServer({ 'GET /api/account': account() })
    const screen = await openAt('/legal/offer')

    await screen.getByRole('button', { name: 'Меню аккаунта' }).click()
    await screen.getByRole('menuitem', { name: 'Аккаунт' }).click()

    await expect.element(screen.getByRole('heading', { name: 'Аккаунт' })).toBeVisible()
  })

  it('asks before logging out [ACC-11]', async () => {
    const { screen, server } = await open({ 'POST /api/account/logout': DONE })

    await screen.getByRole('button', { name: 'Выйти из аккаунта' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    expect(localStorage.getItem('refreshToken')).toBe('r0')
    await screen.getByRole('button', { name: 'Выйти из аккаунта' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Выйти' }).click()

    await expect.element(screen.getByRole('heading', { name: 'С возвращением' })).toBeVisible()
    expect(localStorage.getItem('refreshToken')).toBeNull()
    await vi.waitFor(() => expect(server.calls()).toContain('POST /api/account/logout'))
  })

  const RETURNS = [
    ['when its window gets the focus', [new Event('focus')]],
    ['when its tab is shown', [new Event('visibilitychange')]],
    ['once for both at the same time', [new Event('visibilitychange'), new Event('focus')]],
  ] as const
  it.each(RETURNS)('reloads its tariff %s, at least 5 s apart [SESS-8]', async (_when, events) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    const { screen, server } = await open({ 'GET /api/account/info': { status: 200, body: INFO } })
    const asked = () => server.calls().filter((call) => call === 'GET /api/account/info').length
    await expect.element(screen.getByText('до\u00a0300\u00a0МБ')).toBeVisible()
    expect(asked()).toBe(1)
    const comeBack = () => events.forEach((event) => window.dispatchEvent(event))

    vi.advanceTimersByTime(10_000)
    comeBack()
    await atRestUntil(() => asked() === 2)
    await staysFor(4999, asked)
    comeBack()
    await staysFor(2, asked)
    comeBack()
    await atRestUntil(() => asked() === 3)
  })

  it('reloads its tariff every 20 s [SESS-8]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { screen, server } = await open({ 'GET /api/account/info': { status: 200, body: INFO } })
    const asked = () => server.calls().filter((call) => call === 'GET /api/account/info').length
    await expect.element(screen.getByText('до\u00a0300\u00a0МБ')).toBeVisible()
    vi.advanceTimersByTime(20_000)
    await atRestUntil(() => asked() === 2)

    await changesAfter(20_000, asked)
  })

  it('is left when the server refuses to reload it [SESS-8]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const refused = { status: 403, body: { error: 'Need to authorization', code: 'needAuthorization', message: 'x' } }
    const { screen } = await open({
      'GET /api/account': [account(), refused],
      'POST /api/account/update-token': refused,
    })
    await expect.element(screen.getByRole('heading', { name: 'Аккаунт' })).toBeVisible()

    vi.advanceTimersByTime(8000)

    await expect.element(screen.getByRole('heading', { name: 'С возвращением' })).toBeVisible()
    expect(localStorage.getItem('refreshToken')).toBeNull()
  })
})

describe('the list of sessions', () => {
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36'
  const HERE = { id: 's1', isCurrent: true, userAgent: agent, network: '203.0', lastUsedAt: new Date().toISOString() }
  const PHONE = {
    ...HERE,
    id: 's2',
    isCurrent: false,
    userAgent: 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1',
    network: '2001:db8',
  }
  const sessions = (...data: object[]) => ({ status: 200, body: { data } })

  it('names devices, networks and this browser, and ends the others after a question', async () => {
    const { screen, server } = await open({
      'GET /api/account/sessions': [sessions(HERE, PHONE), sessions(HERE)],
      'POST /api/account/sessions/end-others': DONE,
    })
    const section = screen.getByRole('region', { name: 'Где открыт аккаунт' })
    const [here, phone] = [section.getByRole('listitem').first(), section.getByRole('listitem').last()]

    await expect.element(here).toHaveTextContent('Chrome, WindowsЭтот браузер203.0.*.* · Сегодня')
    await expect.element(phone).toHaveTextContent('Safari, iOS2001:db8:… · СегодняЗавершить')
    await section.getByRole('button', { name: 'Завершить другие' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Завершить другие сеансы?' })
    await dialog.getByRole('button', { name: 'Завершить другие' }).click()

    await expect.element(section.getByText('Больше нигде: аккаунт открыт только в\u00a0этом браузере.')).toBeVisible()
    expect(server.calls()).toContain('POST /api/account/sessions/end-others')
    await expect.element(section.getByRole('button', { name: 'Завершить другие' })).not.toBeInTheDocument()
  })

  it('offers to replace the API key once the others have ended', async () => {
    const key = { apiKey: 'dsl_x', scopes: ['read'], createdAt: '2026-02-01T09:00:00Z', lastUsedAt: null }
    const { screen } = await open({
      'GET /api/account/sessions': [sessions(HERE, PHONE), sessions(HERE)],
      'POST /api/account/sessions/end-others': DONE,
      'GET /api/account/api-key': { status: 200, body: { key } },
    })

    await screen.getByRole('button', { name: 'Завершить другие' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Завершить другие' }).click()

    await expect.element(screen.getByRole('link', { name: 'Заменить ключ' })).toHaveAttribute('href', '#api')
  })

  it('ends one session', async () => {
    const { screen, server } = await open({
      'GET /api/account/sessions': [sessions(HERE, PHONE), sessions(HERE)],
      'DELETE /api/account/sessions/s2': DONE,
    })

    await screen.getByRole('button', { name: 'Завершить сеанс: Safari, iOS' }).click()

    await expect.element(screen.getByText('Сеанс завершён')).toBeVisible()
    expect(server.calls()).toContain('DELETE /api/account/sessions/s2')
  })
})

describe('the question about a password set on another device', () => {
  const pending = account({ isPasswordPending: true })

  it('is asked once and answered by «Да»', async () => {
    const { screen, server } = await open({
      'GET /api/account': [pending, account()],
      'POST /api/account/registration-password': DONE,
    })
    const question = screen.getByText('Пароль задан на другом устройстве. Это был ты?')

    await expect.element(question).toBeVisible()
    await screen.getByRole('button', { name: 'Да' }).click()

    await expect.element(question).not.toBeInTheDocument()
    expect(server.requests).toContainEqual({ call: 'POST /api/account/registration-password', body: {} })
  })

  it('lets the owner set a new password', async () => {
    const { screen, server } = await open({
      'GET /api/account': [pending, account()],
      'POST /api/account/registration-password': DONE,
    })

    await screen.getByRole('button', { name: 'Задать новый пароль' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Задать новый пароль' })
    await dialog.getByLabelText('Новый пароль', { exact: true }).fill('Brand-new-3')
    await dialog.getByRole('button', { name: 'Сохранить пароль' }).click()

    await expect.element(screen.getByText('Пароль успешно изменен')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(server.requests).toContainEqual({
      call: 'POST /api/account/registration-password',
      body: { newPassword: 'Brand-new-3' },
    })
  })

  it('is not asked otherwise', async () => {
    const { screen } = await open()

    await expect.element(screen.getByRole('heading', { name: 'Аккаунт' })).toBeVisible()
    await expect.element(screen.getByText(/Это был ты/)).not.toBeInTheDocument()
  })
})
