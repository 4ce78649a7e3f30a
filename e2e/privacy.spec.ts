import { readFile } from 'node:fs/promises'

import { unzip } from '@doslovno/server/test/unzip.ts'
import { expect, type Page } from '@playwright/test'

import { problemsOf } from './axe.ts'
import { test } from './documented.ts'
import { signIn } from './journey.ts'
import { mailedLink } from './mails.ts'
import { addRecorded, createPerson, endWeekOf, type Person, spokenFile } from './seed.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Твои данные', exact: true })
const banner = (page: Page) => page.getByRole('complementary', { name: 'Удаление аккаунта' })

test('a person takes their recordings and texts along: from the page, and by the mailed link [152-FZ]', async ({
  page,
  browser,
}) => {
  const person = await createPerson()
  const recorded = spokenFile('Интервью.wav', ['0022', '0024'])
  await addRecorded(person, recorded)
  await signIn(page, person, '/account')

  await section(page).getByRole('button', { name: 'Собрать архив' }).click()
  await expect(section(page)).toContainText('Архив готов')
  const [own] = await Promise.all([
    page.waitForEvent('download'),
    section(page).getByRole('button', { name: 'Скачать' }).click(),
  ])
  expect(own.suggestedFilename()).toMatch(/^Дословно — мои данные \d{4}-\d\d-\d\d\.zip$/)
  expect(await problemsOf(page)).toEqual([])

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(await mailedLink(person.email))
  const [mailed] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('button', { name: 'Скачать архив' }).click(),
  ])
  expect(new URL(visitor.url()).search).toBe('')
  for (const download of [own, mailed]) {
    const files = await unzip(await readFile(await download.path()))
    const contentOf = (end: string) => [...files].find(([path]) => path.endsWith(end))?.[1]
    expect(contentOf('/Интервью.wav')?.equals(recorded.content)).toBe(true)
    expect(contentOf('/transcript.txt')?.toString()).toContain(recorded.spoken[0]?.text ?? '-')
    expect(contentOf('account.json')?.toString()).toContain(person.email)
    expect(contentOf('README.txt')?.toString()).toContain('твои данные')
  }
})

test('a person deletes the account, changes their mind, and deletes it after all [152-FZ]', async ({ page }) => {
  const person = await createPerson()
  const path = await addRecorded(person, spokenFile('Интервью.wav', ['0022']))
  await signIn(page, person, '/account')

  await askForDeletion(page, person)
  await expect(banner(page)).toContainText('Аккаунт будет удалён')
  await page.goto(path)
  await banner(page).getByRole('button', { name: 'Оставить аккаунт' }).click()
  await expect(banner(page)).toHaveCount(0)
  await endWeekOf(person)

  await page.goto('/account')
  await askForDeletion(page, person)
  await endWeekOf(person)

  await page.goto('/auth/login')
  await expect(async () => {
    const reply = await page.request.post('/api/account/login', {
      data: { email: person.email, password: person.password },
    })
    expect(await reply.json()).toMatchObject({ code: 'wrongLogin' })
  }).toPass()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(path)
  await expect(page.getByRole('region', { name: 'Плеер' })).toHaveCount(0)
})

async function askForDeletion(page: Page, { password }: Person): Promise<void> {
  await section(page).getByRole('button', { name: 'Удалить аккаунт' }).click()
  const dialog = page.getByRole('dialog', { name: 'Удалить аккаунт?' })
  await dialog.getByLabel('Пароль', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Удалить аккаунт' }).click()
  await expect(dialog).toHaveCount(0)
}
