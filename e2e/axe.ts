import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { expect, type Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Accessibility violations of the page in its current state, and sideways scrolling. The test must set `bypassCSP`. */
export async function problemsOf(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settle(page)
  await page.evaluate(axe)
  return page.evaluate(async (rules) => {
    const { violations } = await window.axe.run(document, { runOnly: rules })
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    return document.documentElement.scrollWidth > window.innerWidth ? [...found, 'scrolls sideways'] : found
  }, RULES)
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
