import { expect, type Page } from '@playwright/test'

/** The seeded user of `pnpm seed`. */
export const ANNA = { email: 'anna@example.ru', password: 'Doslovno-1' }

export async function signIn(page: Page): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('E-mail').fill(ANNA.email)
  await page.getByLabel('Пароль', { exact: true }).fill(ANNA.password)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Мои файлы' })).toBeVisible()
}

/** Chooses a file on the upload page as a person does. */
export async function chooseFile(
  page: Page,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.goto('/upload')
  await page.locator('input[type=file]').setInputFiles(file)
}

/** From the file to its page, through upload and processing. */
export async function transcribe(page: Page, file: string): Promise<void> {
  await chooseFile(page, file)
  await page.waitForURL(/\/files\/[0-9a-f-]{36}/, { timeout: 90_000 })
  await expect(page.getByRole('region', { name: 'Плеер' })).toBeVisible({ timeout: 60_000 })
}
