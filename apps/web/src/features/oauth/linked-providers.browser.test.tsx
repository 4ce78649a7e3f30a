import { describe, expect, it, vi } from 'vitest'

import { infoOf } from '#test/account-info.ts'
import { type Answers, done, openAccount } from '#test/account-page.ts'
import { refusal } from '#test/refusal.ts'

const LINKED_AT = '2026-01-05T10:00:00.000Z'
const NONE = { google: null, yandex: null, vk: null }
const LINK = 'POST /api/account/identities'
const GRANT = { provider: 'google', accessToken: 't1' }

function identities(linked: Partial<Record<keyof typeof NONE, string>>, canUnlink = true) {
  const data = Object.entries({ ...NONE, ...linked }).map(([provider, linkedAt]) => ({ provider, linkedAt }))
  return done({ data, canUnlink })
}

/** Opens the account; `answer` is what the provider's window posts in the end. */
async function open(answers: Answers) {
  const popup = { focus: () => {} } as Window // the part that the page uses
  const opening = vi.spyOn(window, 'open').mockReturnValue(popup)
  const page = await openAccount(infoOf(), {
    'GET /api/account/second-factors': done({
      isTotpOn: false,
      recoveryCodesLeft: 0,
      passkeys: [],
      hasPassword: true,
    }),
    ...answers,
  })
  const answer = (data: unknown) => {
    const event = new MessageEvent('message', { origin: location.origin, data })
    Object.defineProperty(event, 'source', { value: popup })
    window.dispatchEvent(event)
  }
  const allow = () => answer({ type: 'auth', href: '/oauth-login/google?for=link#access_token=t1' })
  const { screen, region } = page
  return { ...page, opening, allow, section: region('Вход через другие сервисы'), dialog: screen.getByRole('dialog') }
}

describe('sign-in by other services', () => {
  it('shows what is linked and what can be, in the index too', async () => {
    const { section, screen } = await open({ 'GET /api/account/identities': identities({ yandex: LINKED_AT }) })

    await expect.element(section.getByRole('button', { name: 'Отвязать Яндекс ID' })).toBeVisible()
    await expect.element(section.getByText('Привязан: 5 января')).toBeVisible()
    for (const name of ['Google', 'VK'])
      await expect.element(section.getByRole('button', { name: `Привязать ${name}` })).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Вход через другие сервисы', includeHidden: true }))
      .toHaveAttribute('href', '#providers')
  })

  it('is absent where the installation has none', async () => {
    const { section, server, screen } = await open({
      'GET /api/account/identities': done({ data: [], canUnlink: true }),
    })

    await expect.poll(server.calls).toContain('GET /api/account/identities')
    await expect.element(screen.getByRole('region', { name: 'Двухфакторная защита' })).toBeVisible()
    await expect.element(section).not.toBeInTheDocument()
  })

  it('links what the popup brings, after the password, and signs nobody in', async () => {
    const page = await open({
      'GET /api/account/identities': [identities({}), identities({ google: LINKED_AT })],
      [LINK]: [refusal('proofNeeded'), done()],
    })
    const { section, dialog, server, opening } = page

    await section.getByRole('button', { name: 'Привязать Google' }).click()
    page.allow()
    await dialog.getByLabelText('Текущий пароль', { exact: true }).fill('Right-pass-1')
    await dialog.getByRole('button', { name: 'Подтвердить' }).click()

    await expect.element(section.getByRole('button', { name: 'Отвязать Google' })).toBeVisible()
    expect(opening.mock.calls[0]?.[0]).toBe('/oauth/google?for=link')
    expect(server.requests.filter(({ call }) => call.startsWith('POST'))).toEqual([
      { call: LINK, body: { grant: GRANT } },
      { call: LINK, body: { grant: GRANT, password: 'Right-pass-1' } },
    ])
    expect(sessionStorage.getItem('oauth.expected')).toBeNull()
    expect(location.pathname).toBe('/account')
  })

  it('says that the service opens another account', async () => {
    const page = await open({ 'GET /api/account/identities': identities({}), [LINK]: refusal('userExists') })

    await page.section.getByRole('button', { name: 'Привязать Google' }).click()
    page.allow()

    await expect.element(page.screen.getByText(/этим сервисом входят в\u00a0другой аккаунт/)).toBeVisible()
  })

  it('says how to go on when the browser blocks the popup', async () => {
    const page = await open({ 'GET /api/account/identities': identities({}) })
    page.opening.mockReturnValue(null)

    await page.section.getByRole('button', { name: 'Привязать VK' }).click()

    await expect.element(page.screen.getByText(/Разреши всплывающие окна/)).toBeVisible()
    expect(location.pathname).toBe('/account')
  })

  it('unlinks a service', async () => {
    const { section, server } = await open({
      'GET /api/account/identities': [identities({ vk: LINKED_AT }), identities({})],
      'POST /api/account/identities/vk/remove': done(),
    })

    await section.getByRole('button', { name: 'Отвязать VK' }).click()

    await expect.element(section.getByRole('button', { name: 'Привязать VK' })).toBeVisible()
    expect(server.calls()).toContain('POST /api/account/identities/vk/remove')
  })

  it('keeps the only way to sign in, and says why', async () => {
    const { section } = await open({ 'GET /api/account/identities': identities({ vk: LINKED_AT }, false) })

    await expect.element(section.getByText(/единственный способ войти/)).toBeVisible()
    await expect.element(section.getByRole('button', { name: 'Отвязать VK' })).not.toBeInTheDocument()
  })
})
