import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { openAt } from '#test/app.tsx'
import { stubServer } from '#test/server.ts'
import { signIn, tokenEndingIn } from '#test/session.ts'
import { userOf } from '#test/user.ts'

const USER = userOf({ name: 'Анна', surname: 'Ковалёва' })
const FILE_ID = '3f0c2d3e-8d55-4f5e-9f0a-2f7f5d1d9b11'
const NO_FILES = { status: 200, body: { data: [], total: 0 } }

describe('a visitor', () => {
  it('is redirected from a closed page to the sign-in, then back to that page [APP-3] [APP-4]', async () => {
    stubServer({
      'POST /api/account/login': {
        status: 200,
        body: { accessToken: tokenEndingIn(900, Date.now()), refreshToken: 'r0' },
      },
      'GET /api/account': { status: 200, body: { user: USER } },
    })

    const screen = await openAt('/upload')
    await expect.element(screen.getByRole('heading', { name: 'С возвращением' })).toBeVisible()
    expect(location.pathname).toBe('/auth/login')
    await screen.getByLabelText('E-mail').fill('a@b.ru')
    await screen.getByLabelText('Пароль', { exact: true }).fill('secret')
    await screen.getByRole('button', { name: 'Войти' }).click()

    await expect.element(screen.getByRole('heading', { name: 'Загрузи аудио или видео' })).toBeVisible()
    expect(location.pathname).toBe('/upload')
  })

  it('sees the 404 page with a link home on an unknown path [APP-2] [APP-3]', async () => {
    stubServer({})

    const screen = await openAt('/no-such-page')

    await expect.element(screen.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'На главную', exact: true })).toHaveAttribute('href', '/')
    expect(location.pathname).toBe('/no-such-page')
  })

  it('may open a file by its address, and is told when there is none [APP-3]', async () => {
    stubServer({ [`GET /api/scripts/${FILE_ID}`]: { status: 404 } })

    const screen = await openAt(`/files/${FILE_ID}`)

    await expect.element(screen.getByRole('heading', { name: 'Файл по данной ссылке недоступен' })).toBeVisible()
    expect(location.pathname).toBe(`/files/${FILE_ID}`)
  })
})

describe('a user', () => {
  it('sees the same 404 page, and its button leads home [APP-2]', async () => {
    signIn()
    stubServer({ 'GET /api/account': { status: 200, body: { user: USER } }, 'GET /api/scripts': NO_FILES })

    const screen = await openAt('/no-such-page')
    await expect.element(screen.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible()
    await screen.getByRole('link', { name: 'На главную', exact: true }).click()

    await expect.element(screen.getByRole('heading', { name: 'Мои файлы' })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Мои файлы' })).toHaveFocus()
  })

  it('is addressed in Russian and as «ты» [APP-4]', async () => {
    signIn()
    stubServer({ 'GET /api/account': { status: 200, body: { user: USER } } })

    const screen = await openAt('/upload')

    await expect.element(screen.getByRole('heading', { name: 'Загрузи аудио или видео' })).toBeVisible()
    await expect.element(screen.getByText('Выбери файл')).toBeVisible()
    await expect.element(screen.getByText(/Загружая файл, ты подтверждаешь/)).toBeVisible()
  })

  it('is redirected from the sign-in to their files', async () => {
    signIn()
    stubServer({ 'GET /api/account': { status: 200, body: { user: USER } }, 'GET /api/scripts': NO_FILES })

    const screen = await openAt('/auth/login')

    await expect.element(screen.getByRole('heading', { name: 'Мои файлы' })).toBeVisible()
    expect(location.pathname).toBe('/')
  })

  it('logs out after a confirmation, and the sign-in does not remember the page [SESS-3]', async () => {
    signIn()
    const server = stubServer({
      'GET /api/account': { status: 200, body: { user: USER } },
      'POST /api/account/logout': { status: 200 },
    })

    const screen = await openAt('/upload')
    await screen.getByRole('button', { name: 'Меню аккаунта' }).click()
    await screen.getByRole('menuitem', { name: 'Выйти' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Выйти' }).click()

    await expect.element(screen.getByRole('heading', { name: 'С возвращением' })).toBeVisible()
    expect(location.pathname + location.search).toBe('/auth/login')
    expect(localStorage.getItem('refreshToken')).toBeNull()
    await vi.waitFor(() => expect(server.calls()).toContain('POST /api/account/logout'))
  })

  it('is told that the service is unavailable, and enters once it is back [SESS-2]', async () => {
    signIn()
    stubServer({
      'GET /api/account': [{ status: 503 }, { status: 200, body: { user: USER } }],
      'GET /api/scripts': NO_FILES,
    })

    const screen = await openAt('/')
    await expect.element(screen.getByRole('heading', { name: 'Сервис недоступен' })).toBeVisible()
    await screen.getByRole('button', { name: 'Проверить сейчас' }).click()

    await expect.element(screen.getByRole('heading', { name: 'Мои файлы' })).toBeVisible()
  })
})

describe('header and footer', () => {
  const PRO = { id: 3, name: 'PRO', isFree: false } as const
  // The header has room for its links.
  beforeEach(() => page.viewport(1280, 900))

  it('show links, the tariff and the minutes left, and lead to their details [APP-5] [APP-6]', async () => {
    signIn()
    stubServer({ 'GET /api/account': { status: 200, body: { user: userOf({ minutesRemain: 412 }, PRO) } } })

    const screen = await openAt('/legal/offer')

    for (const landmark of [screen.getByRole('banner'), screen.getByRole('contentinfo')]) {
      await expect.element(landmark.getByRole('link', { name: 'Тарифы' })).toHaveAttribute('href', '/tariffs')
      await expect
        .element(landmark.getByRole('link', { name: /PRO.*412\sмин/ }))
        .toHaveAttribute('href', '/account#minutes')
    }
  })

  it('show no number of minutes where they are not limited', async () => {
    signIn()
    const user = userOf({ minutesRemain: 9_999_999, isUnlimited: true, canChangeTariff: false }, PRO)
    stubServer({ 'GET /api/account': { status: 200, body: { user } } })

    const screen = await openAt('/legal/offer')

    for (const landmark of [screen.getByRole('banner'), screen.getByRole('contentinfo')])
      await expect.element(landmark.getByRole('link', { name: /PRO.*без ограничений/ })).toBeVisible()
    await expect.element(screen.getByText(/9\s999/)).not.toBeInTheDocument()
  })

  it('have no link to the tariffs for a user who cannot change theirs [APP-6]', async () => {
    signIn()
    stubServer({ 'GET /api/account': { status: 200, body: { user: userOf({ canChangeTariff: false }) } } })

    const screen = await openAt('/legal/offer')

    await expect.element(screen.getByRole('contentinfo').getByRole('link', { name: 'Оферта' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Тарифы' })).not.toBeInTheDocument()
  })

  it.each(['/legal/offer', '/auth/login', '/auth/register', '/auth/recover-password', '/files/f1'])(
    'lead visitors to the tariffs from %s [APP-5] [APP-6]',
    async (path) => {
      stubServer({})

      const screen = await openAt(path)

      await expect.element(screen.getByRole('contentinfo').getByRole('link', { name: 'Тарифы' })).toBeVisible()
      await expect.element(screen.getByRole('banner').getByRole('link', { name: 'Тарифы' })).toBeVisible()
    },
  )
})
