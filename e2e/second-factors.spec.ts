import { totpCode } from '@doslovno/server/test/totp-code.ts'
import { expect, type Page } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import { test } from './documented.ts'
import { HOME } from './journey.ts'
import { createFreePerson, type Person } from './seed.ts'

const STEP_MS = 30_000

const section = (page: Page) => page.getByRole('region', { name: 'Двухфакторная защита' })
const dialog = (page: Page) => page.getByRole('dialog')
const home = (page: Page) => page.getByRole('heading', { name: HOME })

async function typePassword(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
}

async function openAccount(page: Page): Promise<void> {
  await expect(home(page)).toBeVisible()
  await page.goto('/account')
  await expect(section(page).getByText('Приложение с\u00a0кодами')).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Меню аккаунта' }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await dialog(page).getByRole('button', { name: 'Выйти' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
}

async function prove(page: Page, { password }: Person, button: string): Promise<void> {
  await dialog(page).getByLabel('Текущий пароль', { exact: true }).fill(password)
  await dialog(page).getByRole('button', { name: button, exact: true }).click()
}

/** Reads the recovery codes that are shown once, and closes the dialog. */
async function keepCodes(page: Page): Promise<string[]> {
  await expect(dialog(page).getByRole('listitem')).toHaveCount(10)
  const codes = await dialog(page).getByRole('listitem').allInnerTexts()
  await dialog(page).getByRole('button', { name: 'Я сохранил' }).click()
  await expect(dialog(page)).toBeHidden()
  return codes
}

/** An authenticator of the device: it has passkeys, verifies its user and answers at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('an authenticator app protects the account: set-up, sign-in by its code and by a recovery code, removal', async ({
  page,
}) => {
  const person = await createFreePerson()
  await typePassword(page, person)
  await openAccount(page)

  await section(page).getByRole('button', { name: 'Подключить' }).click()
  await prove(page, person, 'Продолжить')
  await expect(dialog(page).getByRole('img', { name: 'QR-код для\u00a0приложения' })).toBeVisible()
  await expectAccessible(page, 'the set-up')
  const secret = (
    await dialog(page)
      .getByText(/^([A-Z2-7]{4} ?){8}$/)
      .innerText()
  ).replaceAll(' ', '')
  await dialog(page).getByLabel('Код из\u00a0приложения').fill(totpCode(secret, new Date()))
  await dialog(page).getByRole('button', { name: 'Подключить' }).click()
  const [recoveryCode = ''] = await keepCodes(page)
  await expect(section(page).getByText('Осталось: 10\u00a0кодов')).toBeVisible()

  await signOut(page)
  await typePassword(page, person)
  await expect(page.getByRole('heading', { name: 'Второй шаг' })).toBeVisible()
  await expectAccessible(page, 'the second step')
  // The first code is spent, so the next step's code has to do: it is accepted thirty seconds early.
  await page.getByLabel('Код из\u00a0приложения').fill(totpCode(secret, new Date(Date.now() + STEP_MS)))
  await openAccount(page)

  await signOut(page)
  await typePassword(page, person)
  await page.getByRole('button', { name: 'Код восстановления' }).click()
  await page.getByLabel('Код восстановления').fill(recoveryCode.replace('-', '').toUpperCase())
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await openAccount(page)
  await expect(section(page).getByText('Осталось: 9\u00a0кодов')).toBeVisible()

  await section(page).getByRole('button', { name: 'Отключить' }).click()
  await prove(page, person, 'Отключить')
  await expect(section(page).getByRole('button', { name: 'Подключить' })).toBeVisible()
  await signOut(page)
  await typePassword(page, person)
  await expect(home(page)).toBeVisible()
})

test('a passkey signs in alone and as the second step, until it is removed', async ({ page }) => {
  const person = await createFreePerson()
  await addAuthenticator(page)
  await typePassword(page, person)
  await openAccount(page)

  await section(page).getByRole('button', { name: 'Добавить ключ' }).click()
  await dialog(page).getByLabel('Название').fill('Ноутбук')
  await prove(page, person, 'Продолжить')
  await keepCodes(page)
  await expect(section(page).getByText('Ноутбук')).toBeVisible()
  await expectAccessible(page, 'an account with a passkey and recovery codes')

  await signOut(page)
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Войти с\u00a0ключом доступа' }).click()
  await openAccount(page)
  await expect(section(page).getByText(/последний вход: сегодня/)).toBeVisible()

  await signOut(page)
  await typePassword(page, person)
  await expect(page.getByRole('heading', { name: 'Второй шаг' })).toBeVisible()
  await page.getByRole('button', { name: 'Использовать ключ доступа' }).click()
  await openAccount(page)

  await section(page).getByRole('button', { name: 'Удалить ключ: Ноутбук' }).click()
  await prove(page, person, 'Удалить')
  await expect(section(page).getByText('Ноутбук')).toBeHidden()
  await signOut(page)
  await page.getByRole('button', { name: 'Войти с\u00a0ключом доступа' }).click()
  await expect(page.getByText('Этот ключ доступа не\u00a0подошёл')).toBeVisible()
  await typePassword(page, person)
  await expect(home(page)).toBeVisible()
})
