import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { expect, type Page, test } from '@playwright/test'

import { ANNA, HOME } from './journey.ts'

/** The app from its sources, so that a tab can call the very function its pages call. */
const PORT = 3110
const origin = `http://127.0.0.1:${PORT}`

test.describe('two tabs', () => {
  let vite: ReturnType<typeof spawn>

  test.beforeAll(async () => {
    const env = { ...process.env, WEB_PORT: String(PORT), API_PORT: process.env.E2E_PORT ?? '3100' }
    vite = spawn('pnpm', ['exec', 'vite', '--logLevel', 'error'], {
      cwd: resolve(import.meta.dirname, '../apps/web'),
      env,
      stdio: 'inherit',
    })
    for (let attempt = 0; attempt < 150; attempt++) {
      if ((await fetch(origin).catch(() => undefined))?.ok) return
      await wait(200)
    }
    throw new Error('The web app does not start')
  })
  test.afterAll(() => {
    vite.kill('SIGTERM')
  })

  test('with a token about to expire make 50 calls at once: one renewal, nobody is logged out [SESS-10]', async ({
    context,
  }) => {
    const [first, second] = [await context.newPage(), await context.newPage()]
    await first.goto(`${origin}/auth/login`)
    await first.getByLabel('E-mail').fill(ANNA.email)
    await first.getByLabel('Пароль', { exact: true }).fill(ANNA.password)
    await first.getByRole('button', { name: 'Войти', exact: true }).click()
    await expect(first.getByRole('heading', { name: HOME })).toBeVisible()
    await second.goto(`${origin}/`)
    await expect(second.getByRole('heading', { name: HOME })).toBeVisible()
    const renewals: string[] = []
    context.on('request', (request) => request.url().endsWith('/update-token') && renewals.push(request.url()))
    await first.evaluate(() => {
      const payload = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 5 }))
      localStorage.setItem('accessToken', `x.${payload}.x`)
    })

    const answers = await Promise.all([callMany(first), callMany(second)])

    expect(answers).toEqual([25, 25])
    expect(renewals).toHaveLength(1)
    for (const page of [first, second]) {
      await page.reload()
      await expect(page.getByRole('heading', { name: HOME })).toBeVisible()
    }
  })
})

/** How many of 25 calls at once were answered. */
function callMany(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const api = await import(/* @vite-ignore */ `${location.origin}/src/lib/api/current.ts`)
    const scripts = await import(/* @vite-ignore */ `${location.origin}/@id/@doslovno/contract/scripts.ts`)
    const calls = Array.from({ length: 25 }, () => api.call(scripts.listScripts, { query: {} }))
    return (await Promise.allSettled(calls)).filter((call) => call.status === 'fulfilled').length
  })
}
