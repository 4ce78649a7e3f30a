import assert from 'node:assert/strict'

import { recording } from '@doslovno/server/test/recordings/recordings.ts'
import type { Browser, Page } from 'playwright'

import { isOk } from '#lab/processes.ts'
import { waitUntil } from '#scripts/services/wait.ts'

export const LIMIT_SECONDS = 300
const PRODUCT = 'http://localhost:8080'
export const MAILS = 'http://localhost:8082'
const SPEECH = 'voxforge_ru/ru_0032.wav'

/** Requests of the pages to other hosts than this one. */
export const foreignRequests: string[] = []

async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ locale: 'ru-RU', viewport: { width: 1440, height: 900 } })
  page.on('request', (request) => {
    const url = request.url()
    if (url.startsWith('http') && new URL(url).hostname !== 'localhost') foreignRequests.push(url)
  })
  return page
}

export async function readSample(browser: Browser): Promise<void> {
  const page = await openPage(browser)
  await page.goto(`${PRODUCT}/demo`)
  assert.ok((await textOf(page)).length > 200)
  await page.close()
}

/** As a person does who has read README. */
export async function signIn(browser: Browser): Promise<Page> {
  const page = await openPage(browser)
  await page.goto(`${PRODUCT}/auth/login`)
  await page.getByLabel('E-mail').fill('anna@example.ru')
  await page.getByLabel('Пароль', { exact: true }).fill('Doslovno-1')
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await page.getByRole('heading', { name: /^(Мои файлы|Загрузи свой первый)/ }).waitFor()
  return page
}

/** Returns the address of the file. */
export async function upload(page: Page): Promise<string> {
  await page.goto(`${PRODUCT}/upload`)
  await page.locator('input[type=file]').setInputFiles(recording(SPEECH))
  await page.getByRole('button', { name: 'Начать обработку' }).click()
  await page.waitForURL(/\/files\/[0-9a-f-]{36}/, { timeout: LIMIT_SECONDS * 1000 })
  await textOf(page)
  return page.url()
}

export async function textOf(page: Page): Promise<string> {
  const text = page.getByRole('region', { name: 'Расшифровка' }).locator('p')
  await text.first().waitFor({ timeout: LIMIT_SECONDS * 1000 })
  return (await text.allInnerTexts()).join(' ')
}

export async function hasMail(page: Page): Promise<boolean> {
  await page.goto(MAILS)
  const mail = page.getByText('Готово: ru_0032').first()
  return mail.waitFor({ timeout: 60_000 }).then(() => true, () => false) // prettier-ignore
}

/** Whether the store has the recording of the open file. */
export async function isPlayable(page: Page): Promise<boolean> {
  const { fileSrc } = (await (await callFile(page, 'GET')).json()) as { fileSrc: string }
  return isOk(fileSrc)
}

/** Deletes the open file, and waits until the store has no recording of it. */
export async function deleteFile(page: Page): Promise<void> {
  const { fileSrc } = (await (await callFile(page, 'GET')).json()) as { fileSrc: string }
  assert.ok((await callFile(page, 'DELETE')).ok)
  await waitUntil('the recording to be deleted', 120, async () => !(await isOk(fileSrc)))
}

async function callFile(page: Page, method: string): Promise<Response> {
  const [, id] = /files\/([0-9a-f-]{36})/.exec(page.url()) ?? []
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  return fetch(`${PRODUCT}/api/scripts/${id}`, { method, headers: { authorization: `Bearer ${token}` } })
}
