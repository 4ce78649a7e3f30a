import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { expect, type Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const CONTRAST = 'color-contrast'
const PHONE = { width: 390, height: 844 }

/**
 * Expects no accessibility violation of the open page and no sideways scrolling: all rules as it is, contrast again in
 * the dark scheme, and everything but contrast on a phone. The page stays open meanwhile, in this state, unless it is
 * one that chooses its scheme when it loads.
 */
export async function expectAccessible(page: Page, state: string, { isReloaded = false } = {}): Promise<void> {
  const showScheme = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    if (isReloaded) await page.reload()
  }
  const size = page.viewportSize()
  // Away from what shows a tooltip.
  await page.mouse.move(0, 0)
  const found = [await problemsOf(page, { runOnly: TAGS })]
  await showScheme('dark')
  found.push(await problemsOf(page, { runOnly: [CONTRAST] }))
  await showScheme('light')
  await page.setViewportSize(PHONE)
  found.push(await problemsOf(page, { runOnly: TAGS, rules: { [CONTRAST]: { enabled: false } } }))
  if (size) await page.setViewportSize(size)
  const [light = [], dark = [], phone = []] = found
  expect({ light, dark, phone }, state).toEqual({ light: [], dark: [], phone: [] })
}

async function problemsOf(page: Page, options: object): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settle(page)
  await loadAxe(page)
  return page.evaluate(async (asked) => {
    const { violations } = await window.axe.run(document, { ...asked, resultTypes: ['violations'] })
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    return document.documentElement.scrollWidth > window.innerWidth ? [...found, 'scrolls sideways'] : found
  }, options)
}

/** Loads axe once per document, past the policy of the app, which allows no foreign script. */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return
  // Stays open: its end would take the virtual authenticator of a page away.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Runtime.evaluate', { expression: axe })
}

/** Waits until the page shows the scheme that the browser asks for, and no color is on its way to another. */
async function settle(page: Page) {
  await page.waitForFunction(() => {
    const wanted = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
    const isMoving = document.getAnimations().some((animation) => animation instanceof CSSTransition)
    return document.documentElement.dataset['mantineColorScheme'] === wanted && !isMoving
  })
}

declare global {
  interface Window {
    axe: {
      run(root: Document, options: object): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>
    }
  }
}
