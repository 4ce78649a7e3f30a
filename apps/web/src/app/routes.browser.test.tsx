import { describe, expect, it } from 'vitest'

import { openAt } from '#test/app.tsx'
import { stubServer } from '#test/server.ts'
import { signIn } from '#test/session.ts'
import { scriptOf } from '#test/upload-service.ts'
import { userOf } from '#test/user.ts'

const FILE_ID = '3f0c2d3e-8d55-4f5e-9f0a-2f7f5d1d9b11'
const DONE = { status: 200, body: {} }
/** Enough for every page to show its heading. */
const SERVER = {
  'GET /api/account': { status: 200, body: { user: userOf(), events: [] } },
  'GET /api/scripts': { status: 200, body: { data: [], total: 0 } },
  [`GET /api/scripts/${FILE_ID}`]: {
    status: 200,
    body: scriptOf({ id: FILE_ID, fileName: 'Интервью.mp3', status: 'complete' }),
  },
  'POST /api/account/confirm-mail': 'wait',
  'POST /api/account/edit-email-confirm': DONE,
  'POST /api/account/edit-password-confirm': DONE,
  // A page of a provider would take the tests away.
  'GET /api/account/providers': 'wait',
  'POST /api/account/sign-by-google': 'wait',
  'POST /api/account/sign-by-yandex': 'wait',
  'POST /api/account/sign-by-vk': 'wait',
} as const

const PAGES_OF_USERS = [
  ['/', 'Мои файлы'],
  ['/upload', 'Загрузи аудио или видео'],
  [`/files/${FILE_ID}`, 'Интервью'],
  ['/account', 'Аккаунт'],
  ['/vocabulary/invite', /Приглашение не.действует/],
  ['/tariffs', 'Тарифы'],
  ['/legal/offer', 'Оферта'],
  ['/legal/privacy', 'Политика конфиденциальности'],
  ['/legal/consent', 'Согласие на обработку персональных данных'],
] as const
const PAGES_OF_VISITORS = [
  ['/auth/login', 'С возвращением'],
  ['/auth/register', 'Регистрация'],
  ['/auth/register-confirm?token=t1', 'Ожидание ответа сервера...'],
  ['/auth/change-mail-confirm?token=t1', 'Новый адрес успешно подтвержден'],
  ['/auth/change-password-confirm?token=t1', 'Новый пароль успешно подтвержден'],
  ['/auth/recover-password', 'Восстановление пароля'],
  ['/auth/recover-password-confirm?token=t1', 'Новый пароль'],
  ['/oauth/google', 'Authorization via Google...'],
  ['/oauth/yandex', 'Authorization via Yandex ID...'],
  ['/oauth/vk', 'Authorization via VK...'],
  ['/oauth-login/google#access_token=t1', 'Authorization via Google...'],
  ['/oauth-login/yandex#access_token=t1', 'Authorization via Yandex ID...'],
  ['/oauth-login/vk#code=c1&device_id=d1&code_verifier=v1', 'Authorization via VK...'],
] as const

describe('the address', () => {
  it.each(PAGES_OF_USERS)('%s opens the page «%s» to a user [APP-1]', async (path, title) => {
    signIn()
    stubServer(SERVER)

    const screen = await openAt(path)

    await expect.element(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(location.pathname).toBe(path)
  })

  it.each(PAGES_OF_VISITORS)('%s opens the page «%s» to a visitor [APP-1]', async (address, title) => {
    const path = address.split(/[?#]/)[0] ?? ''
    sessionStorage.setItem('oauth.expected', path.split('/')[2] ?? '')
    stubServer(SERVER)

    const screen = await openAt(address)

    await expect.element(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(location.pathname).toBe(path)
  })

  it.each(['/oauth/facebook', '/oauth-login/facebook'])('%s is not known [APP-1]', async (path) => {
    stubServer(SERVER)

    const screen = await openAt(path)

    await expect.element(screen.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible()
  })
})
