import { randomUUID } from 'node:crypto'

import { expect, type Page } from '@playwright/test'

export const PASSWORD = 'Right-pass-1'
export const newEmail = () => `person-${randomUUID()}@example.ru`

/** Fills the form of the registration page. */
async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel('Имя').fill('Мария')
  await page.getByLabel('Фамилия').fill('Орлова')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox').check()
}

/** Registers on the registration page; the mail with the link follows. */
export async function submitRegistration(page: Page, email: string): Promise<void> {
  await fillRegistration(page, email)
  await page.getByRole('button', { name: 'Создать аккаунт' }).click()
  await expect(page.getByRole('dialog')).toContainText('Проверь почту')
}
