import { type CDPSession, expect, type Page } from '@playwright/test'

import { ports } from './environment.ts'

const api = `http://127.0.0.1:${ports.api}`

type Credentials = { email: string; password: string }

/** The seeded users of `pnpm seed`: Anna is on the free tariff, Pavel on PRO. */
export const ANNA = { email: 'anna@example.ru', password: 'Doslovno-1' }
export const PAVEL = { email: 'pro@example.ru', password: 'Doslovno-1' }

/** The heading of the home page, with files or without. */
export const HOME = /^(Мои файлы|Загрузи свой первый аудио или видео файл)$/

/** Opens a page as this user. The session comes from the API to save time; sign-in.spec.ts covers the form. */
export async function signIn(page: Page, { email, password }: Credentials, path = '/'): Promise<void> {
  const body = JSON.stringify({ email, password })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${api}/api/account/login`, { method: 'POST', headers, body })
  expect(reply.status).toBe(200)
  const { accessToken, refreshToken } = (await reply.json()) as { accessToken: string; refreshToken: string }
  const localStorage = Object.entries({ accessToken, refreshToken }).map(([name, value]) => ({ name, value }))
  const { origin } = new URL(path, api)
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
  await page.goto(path)
  if (path === '/') await expect(page.getByRole('heading', { name: HOME })).toBeVisible()
}

/** Opens the upload page and chooses a file. */
export async function chooseFile(
  page: Page,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.goto('/upload')
  await page.locator('input[type=file]').first().setInputFiles(file)
}

/** Uploads a file, has the real engine process it and waits for the file page. */
export async function transcribe(page: Page, file: string): Promise<void> {
  await chooseFile(page, file)
  await page.getByRole('button', { name: 'Начать обработку' }).click()
  await page.waitForURL(/\/files\/[0-9a-f-]{36}/)
  await expect(page.getByRole('region', { name: 'Плеер' })).toBeVisible()
}

/** Clicks in the middle of a word of the text. */
export async function clickWord(page: Page, word: string, clickCount: 1 | 2 = 1): Promise<void> {
  const place = await page.evaluate((wanted) => {
    const node = [...document.querySelectorAll('[data-text]')]
      .map(({ firstChild }) => firstChild)
      .find((one) => one?.textContent?.includes(wanted))
    if (!node) throw new Error(`No word ${wanted}`)
    const range = document.createRange()
    const at = node.textContent?.indexOf(wanted) ?? 0
    range.setStart(node, at)
    range.setEnd(node, at + wanted.length)
    const { left, top, width, height } = range.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }, word)
  await page.mouse.click(place.x, place.y, { clickCount })
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** Throttles uploads of the page, takes it offline, or restores full speed. */
export async function setNetwork(
  page: Page,
  network: { bytesPerSecond: number } | 'offline' | 'online',
): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  const devtools = await session
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: network === 'offline',
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: typeof network === 'object' ? network.bytesPerSecond : -1,
  })
}
