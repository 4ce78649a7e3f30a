import type { DataExport } from '@doslovno/contract/account/privacy.ts'
import { describe, expect, it, vi } from 'vitest'

import { freeInfoOf } from '#test/account-info.ts'
import { account, type Answers, done, type Options, openAccount, refused, textOf } from '#test/account-page.ts'
import { openAt } from '#test/app.tsx'
import { stubServer } from '#test/server.ts'

const PATH = '/api/account/data-export'
const DELETION = '2031-11-23T09:00:00Z'
const PROTECTION = { isTotpOn: false, recoveryCodesLeft: 0, passkeys: [] }
const made = (change: Partial<DataExport> = {}) =>
  done({
    export: { status: 'ready', requestedAt: '2031-11-14T09:00:00Z', size: 12_345_678, expiresAt: DELETION, ...change },
  })
const making = made({ status: 'making', size: null, expiresAt: null })
const NONE = done({ export: null })

async function open(answers: Answers = {}, options: Options = {}) {
  const { server, screen, region } = await openAccount(
    freeInfoOf(),
    {
      [`GET ${PATH}`]: NONE,
      'GET /api/account/second-factors': done({ ...PROTECTION, hasPassword: true }),
      ...answers,
    },
    options,
  )
  const section = region('Твои данные')
  await expect.element(section).toBeVisible()
  return { server, screen, section, button: (name: string) => section.getByRole('button', { name }) }
}

/** Catches the download instead of carrying it out; returns its address. */
function catchDownload(): () => string | undefined {
  let href: string | undefined
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLAnchorElement) || !event.target.href.startsWith('https://files.')) return
    href = event.target.href
    event.preventDefault()
  }
  document.addEventListener('click', onClick, { once: false })
  return () => href
}

describe('the archive of a person’s data', () => {
  it('is started, waited for, and downloaded from the page [152-FZ]', async () => {
    const { server, section, button } = await open({
      [`GET ${PATH}`]: [NONE, making, made()],
      [`POST ${PATH}`]: making,
      [`POST ${PATH}/open`]: done({ url: 'https://files.example.ru/archive.zip' }),
    })
    const downloaded = catchDownload()

    await button('Собрать архив').click()
    await expect.element(section.getByText('Собираем архив…')).toBeVisible()
    await expect.element(button('Собрать архив')).not.toBeInTheDocument()
    await vi.waitFor(() => expect(textOf(section.getByRole('status'))).toContain('Архив готов, 12 МБ'), 15_000)
    await button('Скачать').click()

    await vi.waitFor(() => expect(downloaded()).toBe('https://files.example.ru/archive.zip'))
    expect(server.requests).toContainEqual({ call: `POST ${PATH}/open`, body: {} })
  })

  it('can be tried again after a failure', async () => {
    const { section, button } = await open({ [`GET ${PATH}`]: made({ status: 'failed' }), [`POST ${PATH}`]: making })

    await expect.element(section.getByText(/получилось собрать архив/)).toBeVisible()
    await button('Попробовать ещё раз').click()

    await expect.element(section.getByText('Собираем архив…')).toBeVisible()
  })

  it('says when there were too many, and when the server fails', async () => {
    const { section, button } = await open({
      [`POST ${PATH}`]: [refused(429, 'tooManyRequests'), refused(500, 'unexpected')],
    })

    await button('Собрать архив').click()
    await expect.element(section.getByText(/три раза в\s+сутки/)).toBeVisible()
    await button('Собрать архив').click()
    await expect.element(section.getByText(/удалось начать/)).toBeVisible()
  })
})

describe('deleting the account', () => {
  it('says what goes and what stays, and asks for the password [152-FZ]', async () => {
    const planned = done({ deletionAt: DELETION })
    const wrong = {
      status: 400,
      body: { error: 'x', code: 'invalidRequest', message: 'x', fields: { password: { code: 'auth.wrongPassword', message: 'x' } } },
    } // prettier-ignore
    const { server, screen, button } = await open({
      'GET /api/account': [account(), account({ deletionAt: DELETION })],
      'POST /api/account/delete': [wrong, planned],
    })

    await button('Удалить аккаунт').click()
    const dialog = screen.getByRole('dialog', { name: 'Удалить аккаунт?' })
    await expect.element(dialog.getByText(/Через 7.дней удалим навсегда/)).toBeVisible()
    await expect.element(dialog.getByText(/Останутся сведения о.платежах без твоего имени/)).toBeVisible()
    const submit = dialog.getByRole('button', { name: 'Удалить аккаунт' })
    const password = dialog.getByLabelText('Пароль', { exact: true })
    await submit.click()
    await expect.element(password).toHaveAccessibleDescription('Поле должно быть заполнено')
    expect(server.calls()).not.toContain('POST /api/account/delete')
    await password.fill('Wrong-pass-1')
    await submit.click()
    await expect.element(password).toHaveAccessibleDescription('Неверный пароль')
    await password.fill('Right-pass-1')
    await submit.click()

    await expect.element(dialog).not.toBeInTheDocument()
    const banner = screen.getByRole('complementary', { name: 'Удаление аккаунта' })
    await expect.element(banner).toBeVisible()
    expect(textOf(banner)).toContain('Аккаунт будет удалён 23 ноября')
    expect(server.requests).toContainEqual({ call: 'POST /api/account/delete', body: { password: 'Right-pass-1' } })
  })

  it('asks for a word where there is no password, and for a fresh sign-in', async () => {
    const { server, screen, button } = await open({
      'GET /api/account/second-factors': done({ ...PROTECTION, hasPassword: false }),
      'POST /api/account/delete': refused(400, 'proofNeeded'),
    })

    await button('Удалить аккаунт').click()
    const dialog = screen.getByRole('dialog', { name: 'Удалить аккаунт?' })
    const word = dialog.getByLabelText('Напиши «удалить»')
    const submit = dialog.getByRole('button', { name: 'Удалить аккаунт' })
    await word.fill('да')
    await submit.click()
    await expect.element(word).toHaveAccessibleDescription('Напиши здесь слово «удалить»')
    expect(server.calls()).not.toContain('POST /api/account/delete')
    await word.fill(' Удалить ')
    await submit.click()

    await expect.element(word).toHaveAccessibleDescription(/войди снова/)
    expect(server.requests).toContainEqual({ call: 'POST /api/account/delete', body: {} })
  })

  it('can be taken back on any page until it begins', async () => {
    const { server, screen } = await open(
      { 'GET /api/account': [account({ deletionAt: DELETION }), account()], 'POST /api/account/keep': done() },
      { user: { deletionAt: DELETION } },
    )
    const banner = screen.getByRole('complementary', { name: 'Удаление аккаунта' })

    await banner.getByRole('button', { name: 'Оставить аккаунт' }).click()

    await expect.element(banner).not.toBeInTheDocument()
    expect(server.calls()).toContain('POST /api/account/keep')
  })
})

describe('the page of the mailed link', () => {
  it('downloads the archive for a visitor and hides the token', async () => {
    const server = stubServer({ [`POST ${PATH}/open`]: done({ url: 'https://files.example.ru/a.zip' }) })
    const downloaded = catchDownload()

    const screen = await openAt('/account/export?token=t1')
    await screen.getByRole('button', { name: 'Скачать архив' }).click()

    await expect.element(screen.getByText('Загрузка началась')).toBeVisible()
    expect(downloaded()).toBe('https://files.example.ru/a.zip')
    expect(server.requests).toContainEqual({ call: `POST ${PATH}/open`, body: { token: 't1' } })
    expect(server.addresses.filter((address) => address.includes('t1'))).toEqual([])
  })

  it('says that a link is too old, or has no token', async () => {
    stubServer({ [`POST ${PATH}/open`]: refused(400, 'tokenNotValid') })

    const screen = await openAt('/account/export?token=t1')
    await screen.getByRole('button', { name: 'Скачать архив' }).click()

    await expect.element(screen.getByRole('heading', { name: /Ссылка больше не.работает/ })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Открыть аккаунт' })).toBeVisible()
  })
})
