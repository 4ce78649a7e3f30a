import { describe, expect, it } from 'vitest'

import { infoOf } from '#test/account-info.ts'
import { account, done, minutes, openAccount, plainText, refused, textOf } from '#test/account-page.ts'
import { openAt } from '#test/app.tsx'
import { stubServer } from '#test/server.ts'
import { signIn } from '#test/session.ts'

describe('the account page', () => {
  it('has its sections in order, the logout last [ACC-1]', async () => {
    const { screen } = await openAccount(infoOf())

    const headings = () => screen.getByRole('heading', { level: 2 }).elements().map(plainText)

    await expect
      .poll(headings)
      .toEqual([
        'Контактные данные',
        'Тариф и минуты',
        'Дополнительные минуты',
        'Словарь',
        'Уведомления',
        'Доступ по API',
        'Вебхуки',
        'Платёжные настройки',
        'История платежей',
        'Двухфакторная защита',
        'Где открыт аккаунт',
        'Твои данные',
      ])
    const logout = screen.getByRole('button', { name: 'Выйти из аккаунта' }).element()
    const last = screen.getByRole('heading', { level: 2 }).elements().at(-1)
    expect(last?.compareDocumentPosition(logout)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('sells nothing to a user who cannot change the tariff [ACC-1]', async () => {
    const { screen, region } = await openAccount(infoOf(), {}, { user: { canChangeTariff: false } })

    await expect.element(region('Тариф и минуты')).toBeVisible()
    await expect.element(region('Дополнительные минуты')).not.toBeInTheDocument()
    await expect.element(region('Платёжные настройки')).not.toBeInTheDocument()
    await expect.element(screen.getByRole('link', { name: 'Сменить тариф' })).not.toBeInTheDocument()
  })

  it('offers to load the tariff again when it could not be loaded', async () => {
    let isDown = true
    signIn()
    stubServer({
      'GET /api/account': account(),
      'GET /api/account/info': () => (isDown ? refused(400, 'invalidRequest') : done(infoOf())),
      'GET /api/account/minutes': minutes(),
    })
    const screen = await openAt('/account')
    await expect.poll(() => textOf(screen.getByRole('alert'))).toContain('Не удалось загрузить тариф')

    isDown = false
    // A real click focuses the window first, which loads the tariff too.
    screen
      .getByRole('button', { name: 'Повторить' })
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }))

    await expect.element(screen.getByRole('term').first()).toBeVisible()
  })
})
