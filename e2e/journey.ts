import { expect, type Page } from '@playwright/test'

import { origin } from './environment.ts'

type Credentials = { email: string; password: string }

/** The seeded users of `pnpm seed`: Anna is on the free tariff, Pavel on PRO. */
export const ANNA = { email: 'anna@example.ru', password: 'Doslovno-1' }
export const PAVEL = { email: 'pro@example.ru', password: 'Doslovno-1' }

/** The heading of the home page, with files or without. */
export const HOME = /^(Мои файлы|Загрузи свой первый аудио или видео файл)$/

/** Opens a page as this user. The session comes from the API to save time; sign-in.spec.ts covers the form. */
export async function signIn(page: Page, credentials: Credentials, path = '/'): Promise<void> {
  const localStorage = Object.entries(await tokensOf(credentials)).map(([name, value]) => ({ name, value }))
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
  await page.goto(path)
  if (path === '/') await expect(page.getByRole('heading', { name: HOME })).toBeVisible()
}

/** The tokens of a new session, under the names that the app stores them by. */
export async function tokensOf({ email, password }: Credentials) {
  const body = JSON.stringify({ email, password })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${origin}/api/account/login`, { method: 'POST', headers, body })
  expect(reply.status).toBe(200)
  const { accessToken, refreshToken } = (await reply.json()) as { accessToken: string; refreshToken: string }
  return { accessToken, refreshToken }
}

/** The middle of a word of the text; runs in the page. */
export function middleOf(wanted: string): { x: number; y: number } {
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
}

/** Clicks in the middle of a word of the text. */
export async function clickWord(page: Page, word: string, clickCount: 1 | 2 = 1): Promise<void> {
  const place = await page.evaluate(middleOf, word)
  await page.mouse.click(place.x, place.y, { clickCount })
}
