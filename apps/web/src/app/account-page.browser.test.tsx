import { describe, expect, it, vi } from 'vitest'

import { signIn } from '#lib/session/test-tokens.ts'

import { cleanAround, openAt } from './test-app.tsx'
import { type Answer, playServer } from './test-server.ts'

const USER = { id: 'u1', name: 'Анна', surname: 'Ковалёва', email: 'anna@example.ru', isSuperuser: false }
const INFO = { tariff: { id: 1, name: 'Free', maxFileSize: 300 } }
const DONE = { status: 200, body: {} }
const account = (change: object = {}) => ({ status: 200, body: { user: { ...USER, ...change }, events: [] } })

cleanAround()

async function open(answers: Record<string, Answer | Answer[]> = {}) {
  signIn()
  const server = playServer({
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

  it('is not sent without a name [ACC-2]', async () => {
    const { field, button, server } = await open()

    await field('Имя').fill(' ')
    await button.click()

    await expect.element(field('Имя')).toHaveAccessibleDescription('Поле должно быть заполнено')
    expect(server.calls()).not.toContain('POST /api/account')
  })

  it('saves a new name at once, and then has nothing to save [ACC-2]', async () => {
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

  it('tells in a toast at the bottom right that it was saved [APP-12]', async () => {
    const { screen, field, button } = await open({ 'POST /api/account': account() })

    await field('Имя').fill('Аня')
    await button.click()

    const toast = screen.getByRole('alert').filter({ hasText: 'Изменения сохранены' })
    await expect.element(toast).toBeVisible()
    const { right, bottom } = toast.element().getBoundingClientRect()
    expect(innerWidth - right).toBeLessThan(40)
    expect(innerHeight - bottom).toBeLessThan(40)
  })

  it('has a mail sent to a new address, which does not count before its link [ACC-3]', async () => {
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

  it('has a mail sent that confirms a new password [ACC-3]', async () => {
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

  it('shows the words of the server on the field they name [FORM-3]', async () => {
    const fields = { email: { code: 'auth.emailAlreadyTaken', message: 'x' } }
    const answer = { status: 400, body: { error: 'x', code: 'x', message: 'x', fields } }
    const { field, button } = await open({ 'POST /api/account/edit-email': answer })

    await field('E-mail').fill('new@example.ru')
    await button.click()

    await expect.element(field('E-mail')).toHaveAccessibleDescription('Этот e-mail уже занят')
  })

  it('keeps what was typed when saving fails', async () => {
    const { screen, field, button } = await open({ 'POST /api/account': 'no answer' })

    await field('Имя').fill('Аня')
    await button.click()

    await expect.element(screen.getByRole('alert')).toHaveTextContent('Не удалось сохранить. Попробуй ещё раз.')
    await expect.element(field('Имя')).toHaveValue('Аня')
    await expect.element(button).toBeEnabled()
  })

  it('takes an address that was confirmed elsewhere and leaves alone what is being typed [SESS-8]', async () => {
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
  it('is reached from the menu of the header', async () => {
    signIn()
    playServer({ 'GET /api/account': account() })
    const screen = await openAt('/legal/offer')

    await screen.getByRole('button', { name: 'Меню аккаунта' }).click()
    await screen.getByRole('menuitem', { name: 'Аккаунт' }).click()

    await expect.element(screen.getByRole('heading', { name: 'Аккаунт' })).toBeVisible()
  })

  it('asks before it logs out [ACC-11]', async () => {
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

  it('tells its tariff, asked again on coming back, at least 5 s apart [SESS-8]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const { screen, server } = await open({ 'GET /api/account/info': { status: 200, body: INFO } })
    const asked = () => server.calls().filter((call) => call === 'GET /api/account/info').length
    await expect.element(screen.getByText(/Файлы до.300.МБ/)).toBeVisible()
    expect(asked()).toBe(1)

    vi.advanceTimersByTime(4000)
    window.dispatchEvent(new Event('visibilitychange'))
    expect(asked()).toBe(1)
    vi.advanceTimersByTime(2000)
    window.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(asked).toBe(2)
  })

  it('asks for its tariff every 20 s [SESS-8]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { screen, server } = await open({ 'GET /api/account/info': { status: 200, body: INFO } })
    const asked = () => server.calls().filter((call) => call === 'GET /api/account/info').length
    await expect.element(screen.getByText('Free')).toBeVisible()

    vi.advanceTimersByTime(19_900)
    expect(asked()).toBe(1)
    vi.advanceTimersByTime(100)

    await expect.poll(asked).toBe(2)
  })

  it('is left when the server refuses its refresh [SESS-8]', async () => {
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

describe('the documents', () => {
  const DOCUMENTS = [
    ['/legal/offer', 'Оферта'],
    ['/legal/privacy', 'Политика конфиденциальности'],
  ] as const

  it.each(DOCUMENTS)('are open to everybody at %s: %s [APP-3]', async (path, title) => {
    playServer({})

    const screen = await openAt(path)

    await expect.element(screen.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect.element(screen.getByText('1 ноября 2026 г.')).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'support@doslovno.example' })).toBeVisible()
  })

  it.each(DOCUMENTS)('are linked from the foot of a page, %s as «%s»', async (path, title) => {
    const { screen } = await open()

    const links = screen.getByRole('navigation', { name: 'Документы' })

    await expect.element(links.getByRole('link', { name: title })).toHaveAttribute('href', path)
  })
})
