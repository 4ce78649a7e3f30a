import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'

import { infoOf } from '#test/account-info.ts'
import { account, done } from '#test/account-page.ts'
import { openAt } from '#test/app.tsx'
import { stubServer } from '#test/server.ts'
import { signIn } from '#test/session.ts'
import { FREE_PLAN } from '#test/user.ts'

beforeEach(() => page.viewport(1280, 900))

describe('the banner about the API', () => {
  const banner = { name: 'Об\u00a0API' }

  async function open(path: string, user: Parameters<typeof account>[0] = {}) {
    stubServer({
      'GET /api/account': account(user),
      'GET /api/account/info': done(infoOf()),
      'GET /api/account/api-key': done({ key: null }),
    })
    return openAt(path)
  }

  it('leads signed-in users to the section, and does not come back [APP-5]', async () => {
    signIn()
    const screen = await open('/legal/offer')
    const strip = screen.getByRole('complementary', banner)

    await strip.getByRole('link', { name: 'Получить ключ' }).click()

    await expect.poll(() => location.pathname + location.hash).toBe('/account#api')
    await expect.element(screen.getByRole('region', { name: 'Доступ по\u00a0API' })).toBeInViewport()
    await screen.getByRole('contentinfo').getByRole('link', { name: 'Оферта' }).click()
    await expect.poll(() => location.pathname).toBe('/legal/offer')
    await expect.element(strip).not.toBeInTheDocument()
  })

  it('stays closed once it was closed [APP-5]', async () => {
    signIn()
    const screen = await open('/legal/offer')
    await screen.getByRole('button', { name: /Больше не\sпоказывать/ }).click()
    await expect.element(screen.getByRole('complementary', banner)).not.toBeInTheDocument()
    await screen.unmount()

    const again = await openAt('/legal/offer')

    await expect.element(again.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.element(again.getByRole('complementary', banner)).not.toBeInTheDocument()
  })

  it('gives way to the banner of a failed payment [APP-5]', async () => {
    signIn()
    const screen = await open('/legal/offer', { tariff: { ...FREE_PLAN, subscriptionStatus: 'paymentFailed' } })

    await expect.element(screen.getByRole('complementary', { name: 'Подписка' })).toBeVisible()
    await expect.element(screen.getByRole('complementary', banner)).not.toBeInTheDocument()
  })

  it('is not for visitors, who are invited to register instead [APP-5]', async () => {
    const screen = await open('/legal/offer')

    const invitation = screen.getByRole('complementary', { name: 'Приглашение' })
    await expect
      .element(invitation.getByRole('link', { name: 'Зарегистрироваться' }))
      .toHaveAttribute('href', '/auth/register')
    await expect.element(screen.getByRole('complementary', banner)).not.toBeInTheDocument()
  })

  it.each(['/auth/login', '/auth/register'])('has no place on %s [APP-5]', async (path) => {
    const screen = await open(path)

    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.element(screen.getByRole('complementary', { name: 'Приглашение' })).not.toBeInTheDocument()
  })
})
