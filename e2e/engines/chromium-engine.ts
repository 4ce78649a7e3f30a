import { type BrowserType, expect, type Locator, type Page } from '@playwright/test'

import { origin } from '#e2e/environment.ts'

import type { Engine, Part, Screen } from './screen.ts'

/** Starts Chromium, driven by Playwright as in the other journeys. */
export async function startChromium(chromium: BrowserType): Promise<Engine> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args })
  return {
    open: async () => {
      const context = await browser.newContext({
        baseURL: origin,
        locale: 'ru-RU',
        timezoneId: 'Europe/Moscow',
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
      })
      return screenOf(await context.newPage())
    },
    stop: () => browser.close(),
  }
}

function screenOf(page: Page): Screen {
  const locate = (part: Part) => every(page, part).filter({ visible: true }).first()
  return {
    goto: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    address: async () => new URL(page.url()),
    see: (part) => expect(locate(part)).toBeVisible(),
    seeNone: (part) => expect(every(page, part).filter({ visible: true })).toHaveCount(0),
    textOf: (part) => locate(part).innerText(),
    attributeOf: (part, name) => locate(part).getAttribute(name),
    click: (part) => locate(part).click(),
    clickAt: ({ x, y }, times = 1) => page.mouse.click(x, y, { clickCount: times }),
    fill: (part, text) => locate(part).fill(text),
    choose: (part, path) => every(page, part).first().setInputFiles(path),
    press: (keys) => page.keyboard.press(keys),
    type: (text) => page.keyboard.type(text),
    evaluate: (run, text = '') => page.evaluate(run, text),
    screenshot: () => page.screenshot(),
    close: () => page.context().close(),
  }
}

function every(page: Page, part: Part): Locator {
  const root = part.in ? every(page, part.in).filter({ visible: true }).first() : page
  if ('role' in part)
    return root.getByRole(part.role, { ...(part.name && { name: part.name, exact: typeof part.name === 'string' }) })
  if ('label' in part) return root.getByLabel(part.label, { exact: true })
  if ('text' in part) return root.getByText(part.text, { exact: typeof part.text === 'string' })
  return root.locator(part.css)
}
