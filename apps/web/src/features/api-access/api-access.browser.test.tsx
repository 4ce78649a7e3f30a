import type { ApiKeyView } from '@doslovno/contract/account/api-keys.ts'
import { apiKeyFrom } from '@doslovno/domain/account/api-key.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { infoOf } from '#test/account-info.ts'
import { type Answers, done, openAccount, refused, textOf } from '#test/account-page.ts'

const KEY = apiKeyFrom('k'.repeat(30))
const NEW_KEY = apiKeyFrom('n'.repeat(30))
const MASK = `dsl_••••${KEY.slice(-4)}`
const GET = 'GET /api/account/api-key'
const MAKE = 'POST /api/account/generate-api-key'
const REVOKE = 'DELETE /api/account/api-key'

const keyOf = (change: Partial<ApiKeyView> = {}) =>
  done({
    key: { apiKey: KEY, scopes: ['read', 'write'], createdAt: '2026-02-01T09:00:00Z', lastUsedAt: null, ...change },
  })
const noKey = done({ key: null })

beforeEach(() => page.viewport(1280, 900))

/** Records what the page copies. */
function stubClipboard(): string[] {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  return copied
}

async function openApi(answers: Answers) {
  const opened = await openAccount(infoOf(), answers)
  const section = opened.region('Доступ по\u00a0API')
  return { ...opened, section, field: section.getByLabelText('API-ключ') }
}

describe('the section «Доступ по API»', () => {
  it('explains the API and makes the first key, with full access by default [ACC-8]', async () => {
    const { section, field, server, screen } = await openApi({
      [GET]: [noKey, keyOf()],
      [MAKE]: done({ apiKey: KEY }),
    })
    await expect.element(section).toHaveAttribute('id', 'api')
    await expect.element(section.getByText(/забирай тексты из\sсвоих программ/)).toBeVisible()
    await expect.element(section.getByRole('link', { name: /^Документация API/ })).toHaveAttribute('href', '/api/docs')

    await section.getByRole('button', { name: 'Создать ключ' }).click()

    await expect.element(screen.getByText('Ключ создан')).toBeVisible()
    await expect.element(field).toHaveValue(MASK)
    expect(server.requests).toContainEqual({ call: MAKE, body: { scopes: ['read', 'write'] } })
  })

  it('asks for a code before it makes a key of an account with a second factor [ACC-8]', async () => {
    const { section, server, screen } = await openApi({
      [GET]: [noKey, keyOf()],
      [MAKE]: [refused(400, 'proofNeeded'), done({ apiKey: KEY })],
      'GET /api/account/second-factors': done({
        isTotpOn: true,
        recoveryCodesLeft: 10,
        passkeys: [],
        hasPassword: false,
      }),
    })

    await section.getByRole('button', { name: 'Создать ключ' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Подтверди, что это ты' })
    await dialog.getByLabelText('Код из\u00a0приложения или код восстановления').fill('123456')
    await dialog.getByRole('button', { name: 'Подтвердить' }).click()

    await expect.element(screen.getByText('Ключ создан')).toBeVisible()
    expect(server.requests).toContainEqual({ call: MAKE, body: { scopes: ['read', 'write'], code: '123456' } })
  })

  it('makes a key that can only read [ACC-8]', async () => {
    const { section, server } = await openApi({
      [GET]: [noKey, keyOf({ scopes: ['read'] })],
      [MAKE]: done({ apiKey: KEY }),
    })

    await section.getByText('Только чтение').click()
    await section.getByRole('button', { name: 'Создать ключ' }).click()

    await expect.element(section.getByText('Команда покажет последние файлы.')).toBeVisible()
    expect(server.requests).toContainEqual({ call: MAKE, body: { scopes: ['read'] } })
  })

  it('says when a key could not be made, and lets the user try again [ACC-8]', async () => {
    const { section, screen } = await openApi({ [GET]: noKey, [MAKE]: refused(429, 'tooManyRequests') })

    await section.getByRole('button', { name: 'Создать ключ' }).click()

    await expect.element(screen.getByText(/Не\sполучилось. Попробуй ещё раз./)).toBeVisible()
    await expect.element(section.getByRole('button', { name: 'Создать ключ' })).toBeEnabled()
  })

  it('masks the key until its owner asks to see it [ACC-8]', async () => {
    const { section, field } = await openApi({ [GET]: keyOf() })
    await expect.element(field).toHaveValue(MASK)

    await section.getByRole('button', { name: 'Показать ключ' }).click()
    await expect.element(field).toHaveValue(KEY)
    await section.getByRole('button', { name: 'Скрыть ключ' }).click()

    await expect.element(field).toHaveValue(MASK)
    expect(textOf(section)).not.toContain(KEY)
  })

  it('copies the whole key and says so for a second and a half [ACC-8]', async () => {
    const copied = stubClipboard()
    const { section, screen } = await openApi({ [GET]: keyOf() })

    await section.getByRole('button', { name: 'Скопировать', exact: true }).click()

    await expect.element(screen.getByText('Ключ скопирован')).toBeVisible()
    expect(copied).toEqual([KEY])
    const shownAt = performance.now()
    await expect.element(screen.getByText('Ключ скопирован')).not.toBeInTheDocument()
    expect(performance.now() - shownAt).toBeGreaterThan(1000)
  })

  it('tells when the key was made and last used [ACC-8]', async () => {
    const lastUsedAt = new Date(new Date().setHours(0, 5)).toISOString()
    const { section } = await openApi({ [GET]: keyOf({ lastUsedAt }) })

    await expect.element(section.getByText('Сегодня, 00:05')).toBeVisible()
    await expect.element(section.getByText(/^1 февраля/)).toBeVisible()
  })

  it('tells that a key was never used [ACC-8]', async () => {
    const { section } = await openApi({ [GET]: keyOf() })

    await expect.element(section.getByText('Ещё нет')).toBeVisible()
  })

  it('warns that the old key stops working before it makes a new one with the same access [ACC-8]', async () => {
    const { section, screen, field, server } = await openApi({
      [GET]: [keyOf({ scopes: ['read'] }), keyOf({ apiKey: NEW_KEY, scopes: ['read'] })],
      [MAKE]: done({ apiKey: NEW_KEY }),
    })

    await section.getByRole('button', { name: 'Создать новый' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Создать новый ключ?' })
    await expect.element(dialog.getByText(/Старый ключ сразу перестанет работать/)).toBeVisible()
    expect(server.calls()).not.toContain(MAKE)
    await dialog.getByRole('button', { name: 'Создать новый' }).click()

    await expect.element(field).toHaveValue(`dsl_••••${NEW_KEY.slice(-4)}`)
    expect(server.requests).toContainEqual({ call: MAKE, body: { scopes: ['read'] } })
  })

  it('revokes the key after a question, and offers a new one [ACC-8]', async () => {
    const { section, screen } = await openApi({ [GET]: [keyOf(), noKey], [REVOKE]: done() })

    await section.getByRole('button', { name: 'Отозвать' }).click()
    await screen.getByRole('button', { name: 'Отозвать ключ' }).click()

    await expect.element(screen.getByText('Ключ отозван')).toBeVisible()
    await expect.element(section.getByRole('button', { name: 'Создать ключ' })).toBeVisible()
  })

  it('shows commands for a terminal with the key masked, and copies them with the key [ACC-8]', async () => {
    const copied = stubClipboard()
    const { section, screen } = await openApi({ [GET]: keyOf() })
    const commands = section.getByRole('group', { name: 'Команды для терминала' })
    await expect.element(commands).toBeVisible()
    expect(textOf(commands)).toContain(`export DOSLOVNO_KEY='${MASK}'`)
    expect(textOf(commands)).toContain(`${location.origin}/api/scripts/upload`)

    await section.getByRole('button', { name: /Скопировать с\sключом/ }).click()

    await expect.element(screen.getByText('Команды скопированы')).toBeVisible()
    expect(copied[0]).toContain(`export DOSLOVNO_KEY='${KEY}'`)
    expect(copied[0]).toContain(`${location.origin}/api/scripts/$FILE_ID/process`)
  })

  it('offers to try again when the key could not be loaded [ACC-8]', async () => {
    const { section, field } = await openApi({
      [GET]: [refused(500, 'unexpected'), refused(500, 'unexpected'), refused(500, 'unexpected'), keyOf()],
    })

    const retry = section.getByRole('button', { name: 'Попробовать ещё раз' })
    await expect.element(retry).toBeVisible()
    await retry.click()

    await expect.poll(() => textOf(section)).not.toContain('Не удалось загрузить ключ')
    await expect.element(field).toHaveValue(MASK)
  })
})
