import { describe, expect, it, vi } from 'vitest'

import { openAt } from '#test/app.tsx'
import { atRestUntil, changesAfter } from '#test/fake-clock.ts'
import { installationOf, SUPPORT } from '#test/installation.ts'
import { refusal } from '#test/refusal.ts'
import { type Answer, stubServer } from '#test/server.ts'

const NO_PROVIDERS = { status: 200, body: [] }
const DONE = { status: 200, body: {} }
const FADING_MS = 500

describe('the recovery page', () => {
  async function open(answer: Answer) {
    const server = stubServer({ 'POST /api/account/recover-password': answer })
    const screen = await openAt('/auth/recover-password')
    return { server, screen, send: () => screen.getByRole('button', { name: 'Отправить письмо' }).click() }
  }

  it('requires an e-mail [AUTH-10]', async () => {
    const { screen, send, server } = await open(DONE)

    await send()

    await expect.element(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Поле должно быть заполнено')
    expect(server.calls()).toEqual([])
  })

  it('sends the e-mail trimmed in lower case, and answers the same for every address [AUTH-10]', async () => {
    const { screen, send, server } = await open(DONE)

    await screen.getByLabelText('E-mail').fill('  Anna@Example.RU ')
    await send()

    await expect.element(screen.getByText(/Если такой адрес у нас есть, письмо уже в пути/)).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Проверь почту' })).toHaveFocus()
    expect(server.requests).toEqual([
      { call: 'POST /api/account/recover-password', body: { email: 'anna@example.ru' } },
    ])
  })

  it('shows «Что-то пошло не так» when the server does not answer', async () => {
    const { screen, send } = await open('no answer')

    await screen.getByLabelText('E-mail').fill('anna@example.ru')
    await send()

    await expect.element(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Что-то пошло не так')
  })
})

describe('the recovery link', () => {
  async function open(answer: Answer, path = '/auth/recover-password-confirm?token=t1') {
    const server = stubServer({
      ...installationOf(),
      'POST /api/account/recover-password-confirm': answer,
      'GET /api/account/providers': NO_PROVIDERS,
    })
    const screen = await openAt(path)
    const field = screen.getByLabelText('Новый пароль', { exact: true })
    return { server, screen, field, send: () => screen.getByRole('button', { name: 'Сохранить пароль' }).click() }
  }

  it('requires a new password [AUTH-11]', async () => {
    const { field, send, server } = await open(DONE)

    await send()

    await expect.element(field).toHaveAccessibleDescription(/Поле должно быть заполнено/)
    expect(server.calls()).toEqual([])
  })

  it('shows «Пароль успешно изменен» for 2 s and then the sign-in [AUTH-11] [AUTH-23] [APP-12]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { screen, field, server } = await open(DONE)
    expect(location.search).toBe('')

    await field.fill('Secret12!')
    // Not `send`: the clock runs on while a locator waits.
    const button = screen.getByRole('button', { name: 'Сохранить пароль' }).element()
    button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    const toasts = () => screen.getByText('Пароль успешно изменен').elements().length
    await atRestUntil(() => toasts() === 1)
    await changesAfter(2000, () => `${location.pathname} ${toasts()}`)
    vi.advanceTimersByTime(FADING_MS)
    await atRestUntil(() => toasts() === 0)

    await expect.element(screen.getByRole('heading', { name: 'С возвращением' })).toBeVisible()
    expect(server.requests[0]).toEqual({
      call: 'POST /api/account/recover-password-confirm',
      body: { token: 't1', newPassword: 'Secret12!' },
    })
  })

  const BAD_LINKS = [
    ['tokenUsed', 'Ссылка уже была использована для восстановления пароля'],
    ['tokenNotValid', 'Данная ссылка не действительна. Проверь ссылку в письме или напиши нам в поддержку'],
  ] as const
  it.each(BAD_LINKS)('reports %s: «%s» [AUTH-12]', async (code, text) => {
    const { screen, field, send } = await open(refusal(code))

    await field.fill('Secret12!')
    await send()

    await expect.element(screen.getByText(text)).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Написать в поддержку' }))
      .toHaveAttribute('href', `mailto:${SUPPORT}`)
    await expect.element(screen.getByRole('heading', { name: 'Произошла ошибка' })).toHaveFocus()
  })

  const OTHER = [refusal('unexpected'), refusal('wrongToken'), 'no answer'] as const
  it.each(OTHER)('reports «Что-то пошло не так» otherwise, and can be retried: %j [AUTH-12]', async (answer) => {
    const { field, send } = await open(answer)

    await field.fill('Secret12!')
    await send()

    await expect.element(field).toHaveAccessibleDescription(/^Что-то пошло не так/)
    await expect.element(field).toHaveValue('Secret12!')
  })

  it('shows a server error about the password on its field [FORM-3]', async () => {
    const fields = { newPassword: { code: 'auth.passwordTooShort', message: 'x' } }
    const { field, send } = await open({ status: 400, body: { error: 'x', code: 'x', message: 'x', fields } })

    await field.fill('abc')
    await send()

    await expect.element(field).toHaveAccessibleDescription(/^Пароль должен быть не короче 8 символов/)
  })

  it('does not work without a token, and offers a new one [AUTH-12]', async () => {
    const { screen } = await open(DONE, '/auth/recover-password-confirm')

    await expect.element(screen.getByText(/^Данная ссылка не действительна/)).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Получить новую ссылку' }))
      .toHaveAttribute('href', '/auth/recover-password')
  })
})
