import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'

import { customerOfPro, freeInfoOf } from '#test/account-info.ts'
import { openAt } from '#test/app.tsx'
import { refusal } from '#test/refusal.ts'
import { type Answer, stubServer } from '#test/server.ts'
import { signIn } from '#test/session.ts'

const USER = customerOfPro({ name: 'Анна' })
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const CODES = Array.from({ length: 10 }, (_, n) => `abcd${n}-efgh${n}`)
const OFF = { isTotpOn: false, recoveryCodesLeft: 0, passkeys: [], hasPassword: true }
const PASSKEY = { id: 'p1', name: 'MacBook', createdAt: '2026-01-05T10:00:00.000Z', lastUsedAt: null }
const ON = { isTotpOn: true, recoveryCodesLeft: 8, passkeys: [PASSKEY], hasPassword: true }

const TOTP = 'POST /api/account/second-factors/totp'
const CONFIRM = 'POST /api/account/second-factors/totp/confirm'
const ok = (body: object = {}) => ({ status: 200, body })
const SECRET_SHOWN = ok({ secret: SECRET, url: `otpauth://totp/x?secret=${SECRET}` })
const WRONG_PASSWORD = {
  status: 400,
  body: {
    error: 'x',
    code: 'invalidRequest',
    message: 'x',
    fields: { password: { code: 'auth.wrongPassword', message: 'x' } },
  },
}

async function open(factors: object | object[], answers: Record<string, Answer | Answer[]> = {}) {
  signIn()
  const server = stubServer({
    'GET /api/account': ok({ user: USER, events: [] }),
    'GET /api/account/info': ok(freeInfoOf()),
    'GET /api/account/sessions': ok({ data: [] }),
    'GET /api/account/providers': ok([]),
    'GET /api/account/second-factors': [factors].flat().map((body) => ok(body)),
    ...answers,
  })
  const screen = await openAt('/account')
  const section = screen.getByRole('region', { name: 'Двухфакторная защита' })
  return { server, screen, section, dialog: screen.getByRole('dialog') }
}

type Page = Awaited<ReturnType<typeof open>>

async function prove({ dialog }: Page, button: string) {
  await dialog.getByLabelText('Текущий пароль', { exact: true }).fill('Right-pass-1')
  await dialog.getByRole('button', { name: button, exact: true }).click()
}

describe('the protection of an account', () => {
  it('tells that it is off, and how to switch it on', async () => {
    const { section } = await open(OFF)

    await expect.element(section.getByText(/Добавь второй шаг/)).toBeVisible()
    await expect.element(section.getByRole('button', { name: 'Подключить' })).toBeVisible()
    await expect.element(section.getByRole('button', { name: 'Добавить ключ' })).toBeVisible()
    await expect.element(section.getByText('Коды восстановления')).not.toBeInTheDocument()
  })

  it('tells what is on: the app, the passkeys and the codes that are left', async () => {
    const { section } = await open(ON)

    await expect.element(section.getByText('Включено', { exact: true })).toBeVisible()
    await expect.element(section.getByText('MacBook')).toBeVisible()
    await expect.element(section.getByText(/Добавлен: 5 января · ещё не\u00a0использовался/)).toBeVisible()
    await expect.element(section.getByText('Осталось: 8\u00a0кодов')).toBeVisible()
  })

  it('can be loaded again after a failure', async () => {
    const loads = [refusal('notFound'), ok(ON)]
    const { section } = await open(OFF, { 'GET /api/account/second-factors': loads })

    await section.getByRole('button', { name: 'Повторить' }).click()

    await expect.element(section.getByText('MacBook')).toBeVisible()
  })
})

describe('setting an authenticator app up', () => {
  it('asks for the password, shows the secret and takes the first code, then shows the codes once', async () => {
    const page = await open([OFF, ON], { [TOTP]: SECRET_SHOWN, [CONFIRM]: ok({ recoveryCodes: CODES }) })
    const { section, dialog, server } = page

    await section.getByRole('button', { name: 'Подключить' }).click()
    await prove(page, 'Продолжить')
    await expect.element(dialog.getByRole('img', { name: 'QR-код для\u00a0приложения' })).toBeVisible()
    await expect.element(dialog.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
    await dialog.getByLabelText('Код из\u00a0приложения').fill('123456')
    await dialog.getByRole('button', { name: 'Подключить' }).click()

    await expect.element(dialog.getByText('abcd0-efgh0')).toBeVisible()
    expect(dialog.getByRole('listitem').elements()).toHaveLength(10)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog.getByText('abcd9-efgh9')).toBeVisible()
    const file = dialog.getByRole('link', { name: 'Скачать' })
    await expect.element(file).toHaveAttribute('download', 'doslovno-recovery-codes.txt')
    expect(decodeURIComponent(file.element().getAttribute('href') ?? '')).toContain('abcd9-efgh9')
    await dialog.getByRole('button', { name: 'Я сохранил' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(section.getByText('Включено', { exact: true })).toBeVisible()
    expect(server.requests).toContainEqual({ call: TOTP, body: { password: 'Right-pass-1' } })
    expect(server.requests).toContainEqual({ call: CONFIRM, body: { code: '123456' } })
  })

  it('shows a wrong password and a wrong code on their fields', async () => {
    const page = await open(OFF, { [TOTP]: [WRONG_PASSWORD, SECRET_SHOWN], [CONFIRM]: refusal('wrongCode') })
    const { section, dialog } = page

    await section.getByRole('button', { name: 'Подключить' }).click()
    await prove(page, 'Продолжить')
    await expect
      .element(dialog.getByLabelText('Текущий пароль', { exact: true }))
      .toHaveAccessibleDescription('Неверный пароль')
    await prove(page, 'Продолжить')
    const code = dialog.getByLabelText('Код из\u00a0приложения')
    await code.fill('123456')
    await dialog.getByRole('button', { name: 'Подключить' }).click()

    await expect.element(dialog.getByText('Неверный код')).toBeVisible()
    await expect.element(code).toBeInvalid()
  })

  it('asks nothing of somebody without a password who has just signed in, and explains an old sign-in', async () => {
    const page = await open({ ...OFF, hasPassword: false }, { [TOTP]: [refusal('proofNeeded'), SECRET_SHOWN] })
    const { section, dialog } = page

    await section.getByRole('button', { name: 'Подключить' }).click()
    await expect.element(dialog.getByLabelText('Текущий пароль', { exact: true })).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Продолжить' }).click()
    await expect.element(dialog.getByText(/Ты вошёл давно/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Продолжить' }).click()

    await expect.element(dialog.getByRole('img', { name: 'QR-код для\u00a0приложения' })).toBeVisible()
  })
})

describe('changing the protection', () => {
  it('takes a code instead of the password', async () => {
    const { section, dialog, server } = await open([ON, { ...ON, isTotpOn: false }], {
      'POST /api/account/second-factors/totp/remove': [refusal('wrongCode'), ok()],
    })

    await section.getByRole('button', { name: 'Отключить' }).click()
    await dialog.getByRole('button', { name: 'Подтвердить кодом' }).click()
    const code = dialog.getByLabelText('Код из\u00a0приложения или код восстановления')
    await code.fill('000000')
    await dialog.getByRole('button', { name: 'Отключить' }).click()
    await expect.element(code).toHaveAccessibleDescription('Неверный код')
    await code.fill('123456')
    await dialog.getByRole('button', { name: 'Отключить' }).click()

    await expect.element(section.getByRole('button', { name: 'Подключить' })).toBeVisible()
    expect(server.requests).toContainEqual({
      call: 'POST /api/account/second-factors/totp/remove',
      body: { code: '123456' },
    })
  })

  it('removes a passkey', async () => {
    const page = await open([ON, { ...ON, passkeys: [] }], { 'POST /api/account/passkeys/p1/remove': ok() })
    const { section, dialog } = page

    await section.getByRole('button', { name: 'Удалить ключ: MacBook' }).click()
    await expect.element(dialog.getByText(/«MacBook» больше не\u00a0получится/)).toBeVisible()
    await prove(page, 'Удалить')

    await expect.element(section.getByText('MacBook')).not.toBeInTheDocument()
  })

  it('replaces the recovery codes', async () => {
    const page = await open([ON, { ...ON, recoveryCodesLeft: 10 }], {
      'POST /api/account/second-factors/recovery-codes': ok({ recoveryCodes: CODES }),
    })
    const { section, dialog } = page

    await section.getByRole('button', { name: 'Получить новые' }).click()
    await prove(page, 'Получить новые')
    await expect.element(dialog.getByText('abcd0-efgh0')).toBeVisible()
    await dialog.getByRole('button', { name: 'Я сохранил' }).click()

    await expect.element(section.getByText('Осталось: 10\u00a0кодов')).toBeVisible()
  })

  it('says so when the browser gives no passkey', async () => {
    const options = {
      challenge: 'AAAA',
      rp: { id: 'localhost', name: 'Дословно' },
      user: { id: 'AAAA', name: 'a', displayName: '' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    }
    const page = await open(OFF, { 'POST /api/account/passkeys/start': ok({ token: 't', options }) })
    const refuse = new DOMException('closed', 'NotAllowedError')
    vi.spyOn(navigator.credentials, 'create').mockRejectedValueOnce(refuse)

    await page.section.getByRole('button', { name: 'Добавить ключ' }).click()
    await page.dialog.getByLabelText('Название').fill('Телефон')
    await prove(page, 'Продолжить')

    await expect.element(page.dialog.getByText(/Ключ доступа не\u00a0получен/)).toBeVisible()
    expect(page.server.calls()).not.toContain('POST /api/account/passkeys')
  })
})
