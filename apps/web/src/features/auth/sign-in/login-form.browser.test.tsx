import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'

import { refusal as refusalOf } from '#test/refusal.ts'
import { Kit } from '#ui/kit.tsx'

import { LoginForm } from './login-form.tsx'

/** Submits the form against a server with a single answer. */
async function signInWith(answer: () => Promise<Response>) {
  const fetch = vi.fn<() => Promise<Response>>(answer)
  vi.stubGlobal('fetch', fetch)
  const screen = await render(<LoginForm onSecondFactor={() => {}} />, { wrapper: Kit })
  const email = screen.getByLabelText('E-mail')
  const password = screen.getByLabelText('Пароль', { exact: true })
  await email.fill('anna@example.ru')
  await password.fill('wrong')
  await screen.getByRole('button', { name: 'Войти' }).click()
  return { screen, email, password, fetch }
}

const refusal = (fields?: object) => async () =>
  new Response(JSON.stringify({ error: 'x', code: 'wrongLogin', message: 'x', ...(fields && { fields }) }), {
    status: 400,
  })

describe('a failed sign-in', () => {
  it('shows the message on the field that the body names [AUTH-2]', async () => {
    const answer = refusal({ password: { code: 'auth.wrongPassword', message: 'Wrong password' } })

    const { email, password } = await signInWith(answer)

    await expect.element(password).toHaveAccessibleDescription('Неверный пароль')
    await expect.element(email).toBeValid()
  })

  it.each([
    ['a wrong password', refusal({ email: { code: 'auth.wrongLogin', message: 'x' } })],
    ['any other refusal', refusal()],
  ])('offers the mail of a registration again after %s, whoever asks', async (_case, answer) => {
    const { screen, fetch } = await signInWith(answer)
    const again = screen.getByRole('button', { name: 'Отправить ещё раз' })
    await expect.element(again).toBeVisible()
    fetch.mockImplementation(async () => new Response('{}'))

    await again.click()

    await expect.element(screen.getByText(/^Если этот адрес ждёт подтверждения/)).toBeVisible()
    const [url, init] = fetch.mock.lastCall as unknown as [string, RequestInit]
    expect(url).toBe('/api/account/resend-confirmation')
    expect(init.body).toBe(JSON.stringify({ email: 'anna@example.ru' }))
  })

  it('tells that the account is disabled, and who can help', async () => {
    const { status, body } = refusalOf('accountDisabled')

    const { email } = await signInWith(async () => new Response(JSON.stringify(body), { status }))

    await expect
      .element(email)
      .toHaveAccessibleDescription(
        'Аккаунт отключён, файлы на\u00a0месте. Чтобы вернуть доступ, напиши администратору.',
      )
  })

  it('shows «Что-то пошло не так» on the e-mail when the body names no field [AUTH-2]', async () => {
    const { email, password } = await signInWith(refusal())

    await expect.element(email).toHaveAccessibleDescription('Что-то пошло не так')
    await expect.element(password).toBeValid()
  })

  it('shows «Что-то пошло не так» when the body names a field the form does not have [AUTH-2]', async () => {
    const { email } = await signInWith(refusal({ phone: { code: 'auth.phoneWrongFormat', message: 'x' } }))

    await expect.element(email).toHaveAccessibleDescription('Что-то пошло не так')
  })

  it('shows «Что-то пошло не так» when the server does not answer [AUTH-2]', async () => {
    const { email } = await signInWith(() => Promise.reject(new TypeError('Failed to fetch')))

    await expect.element(email).toHaveAccessibleDescription('Что-то пошло не так')
  })

  it('keeps the typed values and clears the message at the next change [AUTH-2] [FORM-4]', async () => {
    const { email, password } = await signInWith(refusal())
    await expect.element(email).toBeInvalid()

    await expect.element(password).toHaveValue('wrong')
    await email.fill('anna@example.com')

    await expect.element(email).toBeValid()
  })
})

describe('an empty form', () => {
  it('is not submitted: both fields are required', async () => {
    const fetch = vi.fn<() => Promise<Response>>()
    vi.stubGlobal('fetch', fetch)
    const screen = await render(<LoginForm onSecondFactor={() => {}} />, { wrapper: Kit })

    await screen.getByRole('button', { name: 'Войти' }).click()

    await expect.element(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Поле должно быть заполнено')
    await expect.element(screen.getByLabelText('Пароль', { exact: true })).toBeInvalid()
    expect(fetch).not.toHaveBeenCalled()
  })
})
