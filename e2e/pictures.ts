import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { type Browser, chromium, type Page } from 'playwright'

import { projectRoot } from '#scripts/settings.ts'

const folder = resolve(projectRoot, 'docs/images')
const sample = resolve(projectRoot, 'packages/sample/sample.m4a')
const product = process.argv[2] ?? 'http://127.0.0.1:5173'
const WINDOW = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** `pnpm pictures [ADDRESS]` takes the pictures of README from the running product, signed in as pro@example.ru. */
async function main(): Promise<void> {
  const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--autoplay-policy=no-user-gesture-required']
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args })
  try {
    const address = await film(browser)
    for (const scheme of ['light', 'dark'] as const) {
      await picture(browser, { name: 'file-page', path: '/demo', scheme, size: WINDOW }, playStatement)
      await picture(browser, { name: 'review', path: address, scheme, size: WINDOW }, async (page) => {
        await page.getByRole('button', { name: /^Проверить/ }).click()
      })
      await picture(browser, { name: 'phone', path: address, scheme, size: PHONE })
    }
  } finally {
    await browser.close()
  }
}

type Picture = { name: string; path: string; scheme: 'light' | 'dark'; size: { width: number; height: number } }

async function picture(
  browser: Browser,
  { name, path, scheme, size }: Picture,
  prepare?: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: size, colorScheme: scheme, locale: 'ru-RU' })
  const page = await context.newPage()
  await signIn(page)
  await page.goto(new URL(path, product).href)
  await page.getByRole('region', { name: 'Расшифровка' }).waitFor()
  await prepare?.(page)
  await settle(page)
  await page.screenshot({ path: join(folder, `${name}-${scheme}.png`) })
  await context.close()
}

/** From an upload to a statement of a summary that plays its moment; returns the path of the file. */
async function film(browser: Browser): Promise<string> {
  const frames = mkdtempSync(join(tmpdir(), 'film-'))
  const context = await browser.newContext({ viewport: WINDOW, locale: 'ru-RU' })
  const page = await context.newPage()
  await signIn(page)
  await page.goto(new URL('/upload', product).href)
  await page.locator('input[type=file]').waitFor({ state: 'attached' })
  const stop = startFilm(page, frames)
  await wait(700)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Пасека под Суздалем.m4a', mimeType: 'audio/mp4', buffer: readFileSync(sample) })
  await page.getByRole('button', { name: 'Начать обработку' }).click()
  await page.waitForURL(/\/files\//, { timeout: 180_000 })
  await page.getByRole('region', { name: 'Расшифровка' }).waitFor({ timeout: 180_000 })
  await wait(1500)
  const path = new URL(page.url()).pathname
  await page.goto(new URL('/demo', product).href)
  await page.getByRole('region', { name: 'Расшифровка' }).waitFor()
  await playStatement(page)
  await stop()
  await context.close()
  const output = ['-vf', 'scale=840:-1:flags=lanczos', '-c:v', 'libwebp_anim', '-quality', '70', '-loop', '0']
  const input = ['-framerate', '6', '-i', join(frames, '%04d.png')]
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...output, join(folder, 'film.webp')])
  rmSync(frames, { recursive: true })
  return path
}

/** Takes a picture three times a second, so that the film runs twice as fast; the returned function ends it. */
function startFilm(page: Page, folder: string): () => Promise<void> {
  let isFilming = true
  const shoot = async () => {
    for (let frame = 0; isFilming; frame++) {
      const next = wait(333)
      const path = join(folder, `${String(frame).padStart(4, '0')}.png`)
      await page.screenshot({ path, animations: 'allow' })
      await next
    }
  }
  const ended = shoot()
  return () => {
    isFilming = false
    return ended
  }
}

/** A click on a statement plays the sentence that carries it. */
async function playStatement(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Разведчица показывает' }).click()
  await page.getByRole('button', { name: 'Пауза' }).waitFor()
  await wait(1500)
}

async function signIn(page: Page): Promise<void> {
  const reply = await page.request.post(new URL('/api/account/login', product).href, {
    data: { email: 'pro@example.ru', password: 'Doslovno-1' },
  })
  const { accessToken, refreshToken } = (await reply.json()) as { accessToken: string; refreshToken: string }
  await page.addInitScript(
    (tokens) => {
      for (const [name, token] of Object.entries(tokens)) localStorage.setItem(name, token)
    },
    { accessToken, refreshToken },
  )
}

/** Fonts, images and animations. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await wait(800)
}

await main()
