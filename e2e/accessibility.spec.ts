import { recording } from '@doslovno/server/test/recordings/recordings.ts'
import { expect, type Page } from '@playwright/test'

import { problemsOf } from './axe.ts'
import { test } from './documented.ts'
import { setNetwork, signIn } from './journey.ts'
import { addRecorded, createFreePerson, createPerson, spokenFile } from './seed.ts'

const OPEN_PAGES = [
  '/auth/login',
  '/auth/register',
  '/auth/recover-password',
  '/auth/recover-password-confirm?token=x',
  '/auth/register-confirm?token=x',
  '/auth/revert-mail?token=x',
  '/auth/change-mail-confirm?token=x',
  '/legal/offer',
  '/legal/privacy',
  '/no/such/page',
]

const DEVICES = [
  { name: 'a desktop', viewport: { width: 1440, height: 900 } },
  { name: 'a phone', viewport: { width: 390, height: 844 } },
]

// axe is injected into the page, which the app's CSP forbids.
test.use({ bypassCSP: true })

async function expectNoProblems(page: Page, path: string): Promise<void> {
  await page.goto(path)
  expect(await problemsOf(page), path).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const { name, viewport } of DEVICES) {
    test.describe(`on ${name} in the ${colorScheme} scheme`, () => {
      test.use({ colorScheme, viewport })

      test('every page passes the accessibility check and none scrolls sideways', async ({ page }) => {
        for (const path of OPEN_PAGES) await expectNoProblems(page, path)
        const person = await createPerson()
        const file = await addRecorded(person, spokenFile('ru_0027.wav', ['0027']))
        await signIn(page, person, file)
        await expect(page.getByRole('region', { name: 'Плеер' })).toBeVisible()
        expect(await problemsOf(page), 'a file').toEqual([])
        for (const path of ['/', '/upload', '/account']) await expectNoProblems(page, path)
      })

      test('every step of an upload passes the accessibility check [UP-1]', async ({ page }) => {
        await signIn(page, await createPerson(), '/upload')
        await setNetwork(page, { bytesPerSecond: 20_000 })
        const name = recording('voxforge_ru/ru_0027.wav')
        await page.locator('input[type=file]').setInputFiles([name, name])
        await expect(page.getByRole('progressbar').first()).toBeVisible()
        expect(await problemsOf(page), 'the options').toEqual([])
        await setNetwork(page, 'online')
        await page.getByText('Лекция').click()
        await expect(page.getByRole('heading', { name: 'Начинаем обработку' })).toBeVisible()
        expect(await problemsOf(page), 'the countdown').toEqual([])
        // On a busy machine the check takes longer than the countdown.
        await page
          .getByRole('button', { name: 'Начать сразу' })
          .or(page.getByRole('progressbar', { name: 'Обработка файла' }))
          .click()
        await expect(page.getByRole('progressbar', { name: 'Обработка файла' })).toBeVisible()
        expect(await problemsOf(page), 'the processing').toEqual([])
      })

      test('the tariff dialog passes the accessibility check [TAR-8]', async ({ page }) => {
        await signIn(page, await createFreePerson(), '/upload')
        await page.getByLabel('Ссылка на файл').fill('https://example.ru/a.mp3')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('dialog')).toBeVisible()
        expect(await problemsOf(page), 'the dialog').toEqual([])
      })
    })
  }
}
