import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'

import { atEnd } from './ends.ts'

const DESKTOP = { width: 1440, height: 900 }

const ARGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--autoplay-policy=no-user-gesture-required']

export async function openBrowser(...more: string[]): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: [...ARGS, ...more] })
  atEnd(() => browser.close())
  return browser
}

/** A token that no page verifies. */
const payload = Buffer.from(JSON.stringify({ exp: Date.now() / 1000 + 86_400 })).toString('base64')
const UNVERIFIED = { accessToken: `h.${payload}.s`, refreshToken: 'r' }

/** A desktop window of somebody signed in: an owner's page has more controls than a visitor's. */
export async function signedInPage(
  browser: Browser,
  tokens = UNVERIFIED,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'ru-RU' })
  await context.addInitScript((known) => {
    for (const [name, token] of Object.entries(known)) localStorage.setItem(name, token)
  }, tokens)
  return { context, page: await context.newPage() }
}
