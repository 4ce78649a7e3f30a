import { describe, expect, it } from 'vitest'

import { openAt } from '#test/app.tsx'
import { refusal } from '#test/refusal.ts'
import { stubServer } from '#test/server.ts'
import { tokenEndingIn } from '#test/session.ts'
import { userOf } from '#test/user.ts'

const USER = userOf({ name: 'Анна', surname: '', email: 'anna@example.ru' })
const ACCOUNT = { status: 200, body: { user: USER, events: [] } }
const TOKENS = { status: 200, body: { accessToken: tokenEndingIn(900, Date.now()), refreshToken: 'r0' } }
const NO_FILES = { status: 200, body: { data: [], total: 0 } }
const DONE = { status: 200, body: {} }

describe('the page that reverts a change of e-mail', () => {
  it('posts the token, hides it, and offers a new password and the sign-in', async () => {
    const server = stubServer({ 'POST /api/account/revert-email': DONE })

    const screen = await openAt('/auth/revert-mail?token=t1')

    await expect.element(screen.getByRole('heading', { name: 'Прежняя почта возвращена' })).toBeVisible()
    expect(server.requests).toEqual([{ call: 'POST /api/account/revert-email', body: { token: 't1' } }])
    expect(server.addresses.filter((address) => address.includes('t1'))).toEqual([])
    await expect
      .element(screen.getByRole('link', { name: 'Задать новый пароль' }))
      .toHaveAttribute('href', '/auth/recover-password')
    await expect.element(screen.getByRole('link', { name: 'Ко входу' })).toHaveAttribute('href', '/auth/login')
  })

  it('reports a link that was used', async () => {
    stubServer({ 'POST /api/account/revert-email': refusal('tokenUsed') })

    const screen = await openAt('/auth/revert-mail?token=t1')

    await expect.element(screen.getByText('Данная ссылка уже была использована')).toBeVisible()
  })
})

describe('a browser', () => {
  it('confirms a registration with the secret it registered with [AUTH-7]', async () => {
    localStorage.setItem('browserSecret', 'b'.repeat(64))
    const server = stubServer({
      'POST /api/account/confirm-mail': TOKENS,
      'GET /api/account': ACCOUNT,
      'GET /api/scripts': NO_FILES,
    })

    const screen = await openAt('/auth/register-confirm?token=t1')

    await expect.element(screen.getByRole('heading', { name: 'Почта подтверждена' })).toBeVisible()
    expect(server.requests).toContainEqual({
      call: 'POST /api/account/confirm-mail',
      body: { token: 't1', browserSecret: 'b'.repeat(64) },
    })
  })
})
