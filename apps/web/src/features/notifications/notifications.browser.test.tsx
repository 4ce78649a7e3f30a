import type { AccountInfo } from '@doslovno/contract/account/accounts.ts'
import { describe, expect, it, vi } from 'vitest'

import { infoOf } from '#test/account-info.ts'
import { type Answers, done, openAccount, type Options, refused, textOf } from '#test/account-page.ts'
import { openAt } from '#test/app.tsx'
import { FINGERPRINT, PUBLIC_KEY, stubPush } from '#test/push.ts'
import { stubServer } from '#test/server.ts'

const SAVE = 'POST /api/account/notifications'
const GET_PUSH = 'GET /api/account/push'
const push = (browsers: string[] = []) => done({ publicKey: PUBLIC_KEY, browsers })
const withEmail = (formats: AccountInfo['notificationTargets'][number]['formats'] = []) =>
  infoOf({ notificationTargets: [{ target: 'email', formats }] })

async function open(info: AccountInfo, answers: Answers = {}, options: Options = {}) {
  const page = await openAccount(info, { [GET_PUSH]: done({ publicKey: null, browsers: [] }), ...answers }, options)
  const section = page.region('Уведомления')
  await expect.element(section).toBeVisible()
  return { ...page, section, save: section.getByRole('button', { name: 'Сохранить' }) }
}

type Section = Awaited<ReturnType<typeof open>>['section']
const box = (section: Section, name: string) => section.getByRole('checkbox', { name, exact: true })

describe('notifications by e-mail', () => {
  it('offer the formats TXT, DOCX, SRT, VTT and show what is saved [ACC-7]', async () => {
    const { section, save } = await open(withEmail(['docx', 'vtt']))

    const labels = [...section.element().querySelectorAll('label')].map(({ textContent }) => textContent)
    expect(labels.slice(-4)).toEqual(['TXT', 'DOCX', 'SRT', 'VTT'])
    await expect.element(box(section, 'E-mail')).toBeChecked()
    await expect.element(box(section, 'DOCX')).toBeChecked()
    await expect.element(box(section, 'TXT')).not.toBeChecked()
    await expect.element(save).toBeDisabled()
  })

  it('save targets and formats, and say so [ACC-7] [ACC-14]', async () => {
    const { screen, section, save, server } = await open(
      withEmail(['txt']),
      { [SAVE]: done() },
      { after: { call: SAVE, info: withEmail(['txt', 'srt']) } },
    )

    await box(section, 'SRT').click()
    await save.click()

    await expect.element(screen.getByText('Настройки сохранены')).toBeVisible()
    const sent = server.requests.find(({ call }) => call === SAVE)
    expect(sent?.body).toEqual({ targets: ['email'], formats: ['txt', 'srt'] })
    await expect.element(box(section, 'SRT')).toBeChecked()
    await expect.element(save).toBeDisabled()
  })

  it('cannot be saved without a format, nor without a change [ACC-7]', async () => {
    const { section, save } = await open(withEmail(['txt']))

    await box(section, 'TXT').click()

    await expect.element(save).toBeDisabled()
    await expect.element(section.getByText('Выбери хотя бы один формат.')).toBeVisible()
    await box(section, 'VTT').click()
    await expect.element(save).toBeEnabled()
    await box(section, 'VTT').click()
    await box(section, 'TXT').click()
    await expect.element(save).toBeDisabled()
  })

  it('explain to a new user that mails have a link only [ACC-7]', async () => {
    const { section, save } = await open(withEmail([]))

    expect(textOf(section)).toContain('Сейчас в письме только ссылка.')
    await expect.element(save).toBeDisabled()
  })

  it('are switched off without a format, and keep the other target [ACC-14]', async () => {
    const info = infoOf({
      notificationTargets: [
        { target: 'email', formats: [] },
        { target: 'push', formats: [] },
      ],
    })
    const { section, save, server } = await open(info, { [SAVE]: done() })

    await box(section, 'E-mail').click()
    await expect.element(box(section, 'TXT')).toBeDisabled()
    await save.click()

    await expect.poll(() => server.calls()).toContain(SAVE)
    expect(server.requests.find(({ call }) => call === SAVE)?.body).toEqual({ targets: ['push'], formats: [] })
  })

  it('are disabled for a user without an e-mail, with the reason [ACC-7]', async () => {
    const { section, save } = await open(infoOf(), {}, { user: { email: null } })

    await expect.element(box(section, 'E-mail')).toBeDisabled()
    await expect.element(box(section, 'TXT')).toBeDisabled()
    await expect.element(save).toBeDisabled()
    expect(textOf(section)).toContain('Сначала добавь e-mail в контактных данных')
  })

  it('stay as they were when saving fails, and may be saved again', async () => {
    const { section, save } = await open(withEmail(['txt']), { [SAVE]: [refused(500, 'unexpected'), done()] })

    await box(section, 'SRT').click()
    await save.click()

    await expect.element(section.getByRole('alert')).toBeVisible()
    await expect.element(box(section, 'SRT')).toBeChecked()
    await save.click()
    await expect.element(section.getByRole('alert')).not.toBeInTheDocument()
  })
})

describe('notifications of the browser', () => {
  const group = (section: Section) => section.getByRole('group', { name: 'Уведомления в\u00a0браузере' })

  it('ask for the permission only when they are switched on', async () => {
    const browser = stubPush()
    const { section, screen, server } = await open(withEmail(['txt']), {
      [GET_PUSH]: [push(), push([FINGERPRINT])],
      'POST /api/account/push': done(),
    })
    await expect.poll(() => textOf(group(section))).toContain('Выключены в этом браузере.')
    expect(browser.requestPermission).not.toHaveBeenCalled()

    await group(section).getByRole('button', { name: 'Включить' }).click()

    await expect.element(screen.getByText('Уведомления включены')).toBeVisible()
    await expect.poll(() => textOf(group(section))).toContain('Включены в этом браузере.')
    expect(browser.register).toHaveBeenCalledWith('/sw.js')
    expect(browser.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: PUBLIC_KEY })
    expect(server.requests.find(({ call }) => call === 'POST /api/account/push')?.body).toEqual({
      endpoint: 'https://push.example/send/1',
      keys: { p256dh: 'B-key', auth: 'secret' },
    })
  })

  it('are switched off in this browser, and name the others', async () => {
    const browser = stubPush({ permission: 'granted', isSubscribed: true })
    const { section, server } = await open(withEmail(['txt']), {
      [GET_PUSH]: [push([FINGERPRINT, 'other', 'third']), push(['other', 'third'])],
      'POST /api/account/push/unsubscribe': done(),
    })
    await expect.poll(() => textOf(group(section))).toContain('Ещё включены в 2 браузерах.')

    await group(section).getByRole('button', { name: 'Выключить' }).click()

    await expect.poll(() => textOf(group(section))).toContain('Выключены в этом браузере. Ещё включены в 2 браузерах.')
    expect(browser.subscription.unsubscribe).toHaveBeenCalledOnce()
    expect(server.calls()).toContain('POST /api/account/push/unsubscribe')
  })

  it('say how to permit them when the user has refused', async () => {
    stubPush({ answer: 'denied' })
    const { section, server } = await open(withEmail(['txt']), { [GET_PUSH]: push() })

    await group(section).getByRole('button', { name: 'Включить' }).click()

    await expect.poll(() => textOf(group(section))).toContain('Уведомления запрещены в браузере. Разреши их')
    await expect.element(group(section).getByRole('button')).not.toBeInTheDocument()
    expect(server.calls()).not.toContain('POST /api/account/push')
  })

  it('say when the browser cannot show them', async () => {
    vi.stubGlobal('PushManager', undefined)
    Reflect.deleteProperty(window, 'PushManager')
    const { section } = await open(withEmail(['txt']), { [GET_PUSH]: push() })

    await expect.poll(() => textOf(group(section))).toContain('Этот браузер не умеет показывать уведомления.')
  })

  it('stay off when the push service fails, and say so', async () => {
    const browser = stubPush()
    browser.subscribe.mockRejectedValueOnce(new DOMException('push service error', 'AbortError'))
    const { section } = await open(withEmail(['txt']), { [GET_PUSH]: push() })

    await group(section).getByRole('button', { name: 'Включить' }).click()

    await expect.element(group(section).getByRole('alert')).toHaveTextContent('Не получилось. Попробуй ещё раз.')
  })

  it('are not offered where the server sends none', async () => {
    const { section } = await open(withEmail(['txt']))

    await expect.element(group(section)).not.toBeInTheDocument()
  })
})

describe('the page of the link in a mail', () => {
  const UNSUBSCRIBE = 'POST /api/notifications/unsubscribe'

  it('switches mails off when the button is pressed, not before', async () => {
    const server = stubServer({ [UNSUBSCRIBE]: done() })
    const screen = await openAt('/unsubscribe?token=abc')
    await expect.element(screen.getByRole('heading', { name: 'Отписаться от\u00a0писем?' })).toBeVisible()
    expect(server.calls()).not.toContain(UNSUBSCRIBE)

    await screen.getByRole('button', { name: 'Отписаться' }).click()

    await expect.element(screen.getByRole('heading', { name: 'Больше не\u00a0пишем' })).toBeVisible()
    expect(server.urls).toContain('/api/notifications/unsubscribe?token=abc')
    await expect
      .element(screen.getByRole('link', { name: 'Открыть настройки' }))
      .toHaveAttribute('href', '/account#notifications')
  })

  it.each([
    ['has no token', '/unsubscribe'],
    ['has a wrong token', '/unsubscribe?token=x'],
  ])('says that the link %s', async (_title, path) => {
    stubServer({ [UNSUBSCRIBE]: refused(400, 'tokenNotValid') })
    const screen = await openAt(path)
    if (path.includes('token')) await screen.getByRole('button', { name: 'Отписаться' }).click()

    await expect.element(screen.getByRole('heading', { name: 'Ссылка не\u00a0подходит' })).toBeVisible()
  })

  it('may be tried again when the server does not answer', async () => {
    stubServer({ [UNSUBSCRIBE]: ['no answer', done()] })
    const screen = await openAt('/unsubscribe?token=abc')
    const button = screen.getByRole('button', { name: 'Отписаться' })

    await button.click()
    await expect.element(screen.getByRole('alert')).toBeVisible()
    await button.click()

    await expect.element(screen.getByRole('heading', { name: 'Больше не\u00a0пишем' })).toBeVisible()
  })
})
