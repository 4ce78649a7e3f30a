import { toParagraphs } from '@doslovno/domain/transcript/paragraphs.ts'
import type { Browser, BrowserContext, Page } from 'playwright'

import { launchChromium, signedInContext } from '#lab/chromium.ts'
import { type LongTasks, longTasksOf } from './long-tasks.ts'
import { serveReader } from './reader-server.ts'
import { makeScript } from './reader-transcript.ts'

const SECONDS = 3 * 3600
const WORDS = 25_000
const [rounds = 3] = process.argv.slice(3).map(Number)

/** Limits for the page of three hours of speech; a long task takes over 50 ms of CPU time. */
const GOALS = { usableMs: 1000, longTasks: 0, heapMb: 150 }
const PLAY_FROM = 3600
const PLAY_SECONDS = 10
const SCROLLS = 240
const SCROLL_PIXELS = 150

type Figures = { usableMs: number; playing: LongTasks; scrolling: LongTasks; heapMb: number }

/** `pnpm bench reader [ROUNDS]`: opens, plays and scrolls the built page of a file with 25 000 words in Chromium. */
export async function main(): Promise<void> {
  const script = makeScript(SECONDS, WORDS)
  const paragraphs = toParagraphs(script.script).length
  const server = await serveReader(script)
  const browser = await launchChromium()
  const found: Figures[] = []
  for (let round = 1; round <= rounds; round++) {
    const figures = await measure(browser, `${server.url}/files/${script.id}`, paragraphs)
    found.push(figures)
    console.log(`round ${round}: ${describe(figures)}`)
  }
  await browser.close()
  await server.close()
  // Other load may spoil one round, but not most of them.
  const reached = found.filter(isWithin).length
  const isReached = reached > rounds / 2
  const goals = `usable ≤ ${GOALS.usableMs} ms after its data, no long task, heap ≤ ${GOALS.heapMb} MB`
  const verdict = `${isReached ? 'reached' : 'NOT reached'} in ${reached} of ${rounds} rounds`
  console.log(`${SECONDS / 3600} h, ${WORDS} words, goals: ${goals}: ${verdict}`)
  process.exitCode = isReached ? 0 : 1
}

async function measure(browser: Browser, url: string, paragraphs: number): Promise<Figures> {
  const context = await signedInContext(browser)
  const page = await context.newPage()
  await page.addInitScript(watchLongTasks)
  await page.goto(`${url}?t=${PLAY_FROM}`)
  const usableMs = await page.evaluate(waitUntilUsable, paragraphs)
  const playing = await longTasksOf(browser, page, () => play(page))
  const scrolling = await longTasksOf(browser, page, () => scroll(page))
  const heapMb = await heapOf(context, page)
  await context.close()
  return { usableMs, playing, scrolling, heapMb }
}

/** Runs in the page. */
function watchLongTasks() {
  window.longTasks = []
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries())).observe({
    type: 'longtask',
    buffered: true,
  })
}

/** Runs in the page: waits until every paragraph is drawn and no long task came for half a second. */
async function waitUntilUsable(paragraphs: number): Promise<number> {
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const received = () =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .find(({ name }) => /\/api\/scripts\/[^/]+$/.test(name))?.responseEnd
  const isDrawn = () =>
    document.querySelectorAll('[data-paragraph]').length === paragraphs && document.querySelector('[data-active]')
  while (received() === undefined || !isDrawn()) await frame()
  const drawn = performance.now()
  const lastTask = () => Math.max(0, ...window.longTasks.map(({ startTime, duration }) => startTime + duration))
  while (performance.now() < Math.max(drawn, lastTask()) + 500) await frame()
  return Math.max(drawn, lastTask()) - (received() ?? 0)
}

/** Plays, with words highlighted and the page scrolling along. */
async function play(page: Page): Promise<void> {
  await page.keyboard.press('Space')
  const end = String(PLAY_FROM + PLAY_SECONDS)
  await page.waitForFunction((second) => document.querySelector(`[role="slider"][aria-valuenow="${second}"]`), end)
  await page.keyboard.press('Space')
}

function scroll(page: Page): Promise<void> {
  return page.evaluate(
    async ([times = 0, pixels = 0]) => {
      window.dispatchEvent(new WheelEvent('wheel'))
      for (let time = 0; time < times; time++) {
        window.scrollBy(0, pixels)
        await new Promise((done) => requestAnimationFrame(done))
      }
    },
    [SCROLLS, SCROLL_PIXELS],
  )
}

async function heapOf(context: BrowserContext, page: Page): Promise<number> {
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

function isWithin({ usableMs, playing, scrolling, heapMb }: Figures): boolean {
  const long = playing.processorMs.length + scrolling.processorMs.length
  return usableMs <= GOALS.usableMs && long <= GOALS.longTasks && heapMb <= GOALS.heapMb
}

function describe({ usableMs, playing, scrolling, heapMb }: Figures): string {
  const tasks = ({ processorMs, clockMs }: LongTasks) =>
    `${processorMs.length} long tasks (${clockMs.length} by the clock, up to ${Math.max(0, ...clockMs).toFixed(0)} ms)`
  return [
    `usable ${usableMs.toFixed(0)} ms after its data`,
    `playing ${PLAY_SECONDS} s: ${tasks(playing)}`,
    `scrolling ${SCROLLS} × ${SCROLL_PIXELS} px: ${tasks(scrolling)}`,
    `heap ${heapMb.toFixed(1)} MB`,
  ].join('; ')
}

declare global {
  interface Window {
    longTasks: PerformanceEntry[]
  }
}
