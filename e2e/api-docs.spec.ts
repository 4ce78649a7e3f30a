import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

import { expect, type Page } from '@playwright/test'

import { projectRoot } from '#scripts/settings.ts'

import { test } from './documented.ts'
import { ports } from './environment.ts'
import { PAVEL } from './journey.ts'

const origin = `http://127.0.0.1:${ports.api}`

type Built = { createClient: (options: { apiKey: string; baseUrl: string }) => { getUsage(): Promise<object> } }

/** Everything the page asks for, and what its console complains about. */
function watch(page: Page): { origins: Set<string>; complaints: string[] } {
  const seen = { origins: new Set<string>(), complaints: [] as string[] }
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http')) seen.origins.add(url.origin)
  })
  page.on('console', (message) => message.type() === 'error' && seen.complaints.push(message.text()))
  page.on('pageerror', ({ message }) => seen.complaints.push(message))
  return seen
}

for (const [width, colorScheme] of [
  [1440, 'light'],
  [390, 'dark'],
] as const) {
  test(`the documentation is drawn from our own origin alone, ${width} px wide, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    const seen = watch(page)

    await page.goto('/api/docs')
    await expect(page.getByRole('heading', { name: 'Начни за пять минут' })).toBeVisible()
    await page.goto('/api/docs#tag/scripts/POST/api/scripts/{id}/process')
    await expect(page.getByRole('heading', { name: 'Запустить обработку' }).first()).toBeVisible()
    await expect(page.getByText('Сколько спикеров: ').first()).toBeVisible()

    expect([...seen.origins]).toEqual([origin])
    expect(seen.complaints).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    const accent = await page.evaluate(() =>
      getComputedStyle(document.body).getPropertyValue('--scalar-color-accent').trim(),
    )
    expect(accent).toBe(colorScheme === 'light' ? '#2b55d6' : '#8fabff')
  })
}

test('the client of the API works in a browser', async ({ page }) => {
  execFileSync('pnpm', ['exec', 'tsc', '-b', 'packages/client'], { cwd: projectRoot })
  const files = resolve(projectRoot, 'packages/client/dist')
  await page.route('/client/*.js', async (route) => {
    const name = new URL(route.request().url()).pathname.replace('/client/', '')
    await route.fulfill({ contentType: 'text/javascript', body: await readFile(resolve(files, name), 'utf8') })
  })
  await page.goto('/api/docs')
  const login = await page.request.post('/api/account/login', { data: PAVEL })
  const { accessToken } = (await login.json()) as { accessToken: string }

  const usage = await page.evaluate(
    async ({ apiKey, baseUrl, module }) => {
      const { createClient } = (await import(module)) as Built
      return createClient({ apiKey, baseUrl }).getUsage()
    },
    { apiKey: accessToken, baseUrl: origin, module: '/client/index.js' },
  )

  expect(usage).toMatchObject({ minutesRemain: expect.any(Number), maxFileSize: expect.any(Number) })
})
