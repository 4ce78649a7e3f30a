import { type Browser, type BrowserContext, chromium } from 'playwright'

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--autoplay-policy=no-user-gesture-required'],
  })
}

/** A desktop window, signed in with a token that is never verified: an owner's page has more controls than a visitor's. */
export async function signedInContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'ru-RU' })
  await context.addInitScript(() => {
    const payload = btoa(JSON.stringify({ exp: Date.now() / 1000 + 3600 }))
    localStorage.setItem('accessToken', `h.${payload}.s`)
    localStorage.setItem('refreshToken', 'r')
  })
  return context
}
