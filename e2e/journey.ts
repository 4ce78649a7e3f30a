import { type CDPSession, expect, type Page } from '@playwright/test'

/** The seeded users of `pnpm seed`: Anna is on the free tariff, Pavel on PRO. */
export const ANNA = { email: 'anna@example.ru', password: 'Doslovno-1' }
export const PAVEL = { email: 'pro@example.ru', password: 'Doslovno-1' }

/** The heading of the home page, with files or before the first of them. */
export const HOME = /^(Мои файлы|Загрузи свой первый аудио или видео файл)$/

export async function signIn(page: Page, { email, password } = PAVEL): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page.getByRole('heading', { name: HOME })).toBeVisible()
}

/** Chooses a file on the upload page as a person does. */
export async function chooseFile(
  page: Page,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.goto('/upload')
  await page.locator('input[type=file]').first().setInputFiles(file)
}

/** From the file to its page, through upload, options and processing. */
export async function transcribe(page: Page, file: string): Promise<void> {
  await chooseFile(page, file)
  await page.getByRole('button', { name: 'Начать обработку' }).click()
  await page.waitForURL(/\/files\/[0-9a-f-]{36}/, { timeout: 90_000 })
  await expect(page.getByRole('region', { name: 'Плеер' })).toBeVisible({ timeout: 60_000 })
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** Makes the page's line slow, cuts it, or frees it again. */
export async function setLine(page: Page, line: { bytesPerSecond: number } | 'cut' | 'free'): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  const network = await session
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: line === 'cut',
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: typeof line === 'object' ? line.bytesPerSecond : -1,
  })
}
