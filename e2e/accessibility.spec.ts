import { recording } from '@doslovno/server/test/recordings.ts'
import { expect, type Page, test } from '@playwright/test'

import { problemsOf } from './axe.ts'
import { ANNA, setLine, signIn, transcribe } from './journey.ts'

const OPEN_PAGES = [
  '/auth/login',
  '/auth/register',
  '/auth/recover-password',
  '/auth/recover-password-confirm?token=x',
  '/auth/register-confirm?token=x',
  '/auth/change-mail-confirm?token=x',
  '/legal/offer',
  '/legal/privacy',
  '/no/such/page',
]

const DEVICES = [
  { name: 'a desktop', viewport: { width: 1440, height: 900 } },
  { name: 'a phone', viewport: { width: 390, height: 844 } },
]

// The checker is put into the page by hand, which the page's own policy forbids.
test.use({ bypassCSP: true })

async function expectNoProblems(page: Page, path: string): Promise<void> {
  await page.goto(path)
  expect(await problemsOf(page), path).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const { name, viewport } of DEVICES) {
    test.describe(`on ${name} in the ${colorScheme} scheme`, () => {
      test.use({ colorScheme, viewport })

      test('every page can be read and used by everybody, and none scrolls sideways', async ({ page }) => {
        for (const path of OPEN_PAGES) await expectNoProblems(page, path)
        await signIn(page)
        await transcribe(page, recording('voxforge_ru/ru_0027.wav'))
        expect(await problemsOf(page), 'a file').toEqual([])
        for (const path of ['/', '/upload', '/account']) await expectNoProblems(page, path)
      })

      test('every step of an upload can be read and used by everybody [UP-1]', async ({ page }) => {
        await signIn(page)
        await page.goto('/upload')
        await setLine(page, { bytesPerSecond: 20_000 })
        const name = recording('voxforge_ru/ru_0027.wav')
        await page.locator('input[type=file]').setInputFiles([name, name])
        await expect(page.getByRole('progressbar').first()).toBeVisible()
        expect(await problemsOf(page), 'the options').toEqual([])
        await setLine(page, 'free')
        await page.getByText('Лекция').click()
        await expect(page.getByRole('heading', { name: 'Начинаем обработку' })).toBeVisible({ timeout: 60_000 })
        expect(await problemsOf(page), 'the countdown').toEqual([])
        await page.getByRole('button', { name: 'Начать сразу' }).click()
        await expect(page.getByRole('progressbar', { name: 'Обработка файла' })).toBeVisible()
        expect(await problemsOf(page), 'the processing').toEqual([])
      })

      test('the tariff dialog can be read and used by everybody [TAR-8]', async ({ page }) => {
        await signIn(page, ANNA)
        await page.goto('/upload')
        await page.getByLabel('Ссылка на файл').fill('https://example.ru/a.mp3')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('dialog')).toBeVisible()
        expect(await problemsOf(page), 'the dialog').toEqual([])
      })
    })
  }
}
