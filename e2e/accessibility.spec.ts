import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { recording } from '@doslovno/server/test/recordings.ts'
import { expect, type Page, test } from '@playwright/test'

import { signIn, transcribe } from './journey.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

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

async function problemsOf(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(axe)
  return page.evaluate(async (rules) => {
    const { violations } = await window.axe.run(document, { runOnly: rules })
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    return document.documentElement.scrollWidth > window.innerWidth ? [...found, 'scrolls sideways'] : found
  }, RULES)
}

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
    })
  }
}

declare global {
  interface Window {
    axe: {
      run(root: Document, options: object): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>
    }
  }
}
