import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { expect, type Page } from '@playwright/test'

import { test } from './documented.ts'
import { ports } from './environment.ts'
import { HOME, signIn } from './journey.ts'
import { createPerson } from './seed.ts'

/** The app served from source, so that a test can import the API client its pages use. */
const origin = `http://127.0.0.1:${ports.vite}`

test.describe('two tabs', () => {
  let vite: ReturnType<typeof spawn>

  test.beforeAll(async () => {
    const env = { ...process.env, WEB_PORT: String(ports.vite), API_PORT: String(ports.api) }
    vite = spawn('pnpm', ['exec', 'vite', '--logLevel', 'error'], {
      cwd: resolve(import.meta.dirname, '../apps/web'),
      env,
      stdio: 'inherit',
    })
    for (let attempt = 0; attempt < 600; attempt++) {
      if ((await fetch(origin).catch(() => undefined))?.ok) return
      await wait(200)
    }
    throw new Error('The web app does not start')
  })
  test.afterAll(() => {
    vite.kill('SIGTERM')
  })

  test('make 50 calls at once with an expiring token: one renewal, no logout [SESS-10]', async ({ context }) => {
    const [first, second] = [await context.newPage(), await context.newPage()]
    await signIn(first, await createPerson(), `${origin}/`)
    await expect(first.getByRole('heading', { name: HOME })).toBeVisible()
    await second.goto(`${origin}/`)
    await expect(second.getByRole('heading', { name: HOME })).toBeVisible()
    const renewals: string[] = []
    context.on('request', (request) => request.url().endsWith('/update-token') && renewals.push(request.url()))
    await first.evaluate(() => {
      const payload = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 5 }))
      localStorage.setItem('accessToken', `x.${payload}.x`)
    })

    const succeeded = await Promise.all([callMany(first), callMany(second)])

    expect(succeeded).toEqual([25, 25])
    expect(renewals).toHaveLength(1)
    for (const page of [first, second]) {
      await page.reload()
      await expect(page.getByRole('heading', { name: HOME })).toBeVisible()
    }
  })
})

/** Makes 25 calls at once and returns the number that succeeded. */
function callMany(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const api = await import(/* @vite-ignore */ `${location.origin}/src/lib/api/current.ts`)
    const scripts = await import(/* @vite-ignore */ `${location.origin}/@id/@doslovno/contract/scripts.ts`)
    const calls = Array.from({ length: 25 }, () => api.call(scripts.listScripts, { query: {} }))
    return (await Promise.allSettled(calls)).filter((call) => call.status === 'fulfilled').length
  })
}
