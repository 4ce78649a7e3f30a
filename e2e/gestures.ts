import type { Page } from '@playwright/test'

/** What a person did: a double-click is one gesture and no clicks. */
export type Gestures = { clicks: number; doubleClicks: number; keys: number }

/** Counts gestures as the page itself receives them. Returns a function that reads and resets the counts. */
export async function watchGestures(page: Page): Promise<() => Promise<Gestures>> {
  await page.evaluate(() => {
    const counts = (window.gestures = { clicks: 0, doubleClicks: 0, keys: 0 })
    const options = { capture: true }
    addEventListener('mousedown', ({ detail }) => (detail > 1 ? counts.doubleClicks++ : counts.clicks++), options)
    // Playwright types Cyrillic letters as input, without a key.
    let isKeyDown = false
    addEventListener('keydown', () => ((isKeyDown = true), counts.keys++), options)
    addEventListener('keyup', () => (isKeyDown = false), options)
    addEventListener('input', () => void (isKeyDown || counts.keys++), options)
    addEventListener('dblclick', () => counts.clicks--, options)
  })
  return () =>
    page.evaluate(() => {
      const seen = { ...window.gestures }
      Object.assign(window.gestures, { clicks: 0, doubleClicks: 0, keys: 0 })
      return seen
    })
}

declare global {
  interface Window {
    gestures: Gestures
  }
}
