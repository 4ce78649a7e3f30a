import { toParagraphs } from '@doslovno/domain/transcript/paragraphs.ts'
import type { Browser, BrowserContext, Page } from 'playwright'

import { numbers } from '#lab/arguments.ts'
import { openBrowser, signedInPage } from '#lab/chromium.ts'
import { inMs, most } from '#lab/figures.ts'
import { mark } from '#lab/marks.ts'

import { HOURS, makeScript, WORDS } from './long-script.ts'
import { servePage } from './page-server.ts'

const [rounds] = numbers(3)
/** Limits for the page of three hours of speech; a long task takes over 50 ms of CPU time. */
const GOALS = { usableMs: 1000, longTasks: 0, heapMb: 150 }
const PLAY_FROM = 3600
const PLAY_SECONDS = 10
const SCROLLS = 240
const SCROLL_PIXELS = 150

type Figures = { usableMs: number; playing: LongTasks; scrolling: LongTasks; heapMb: number }

/** Opens, plays and scrolls the built page. */
export async function main(): Promise<void> {
  const script = makeScript()
  const paragraphs = toParagraphs(script.script).length
  const { url, id } = await servePage(script)
  const browser = await openBrowser()
  let reached = 0
  for (let round = 1; round <= rounds; round++) {
    const figures = await measure(browser, `${url}/files/${id}`, paragraphs)
    if (isWithin(figures)) reached++
    console.log(`round ${round}: ${describe(figures)}`)
  }
  const goals = `usable ≤ ${GOALS.usableMs} ms after its data, no long task, heap ≤ ${GOALS.heapMb} MB`
  // Other load may spoil one round, but not most of them.
  mark(`${HOURS} h, ${WORDS} words: ${goals}`, `in ${reached} of ${rounds} rounds`, reached > rounds / 2)
}

async function measure(browser: Browser, url: string, paragraphs: number): Promise<Figures> {
  const { context, page } = await signedInPage(browser)
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
  const observer = new PerformanceObserver((list) => window.longTasks.push(...list.getEntries()))
  observer.observe({ type: 'longtask', buffered: true })
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
  return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6
}

function isWithin({ usableMs, playing, scrolling, heapMb }: Figures): boolean {
  const long = playing.processorMs.length + scrolling.processorMs.length
  return usableMs <= GOALS.usableMs && long <= GOALS.longTasks && heapMb <= GOALS.heapMb
}

function describe({ usableMs, playing, scrolling, heapMb }: Figures): string {
  const tasks = ({ processorMs, clockMs }: LongTasks) =>
    `${processorMs.length} long tasks (${clockMs.length} by the clock, up to ${inMs(most(clockMs))})`
  return [
    `usable ${inMs(usableMs)} after its data`,
    `playing ${PLAY_SECONDS} s: ${tasks(playing)}`,
    `scrolling ${SCROLLS} × ${SCROLL_PIXELS} px: ${tasks(scrolling)}`,
    `heap ${heapMb.toFixed(1)} MB`,
  ].join('; ')
}

/** From here on a person notices the delay. */
const LONG_MS = 50
/** A performance mark that identifies the page's main thread in the trace. */
const MARK = 'long-tasks'

type TraceEvent = { name: string; pid: number; tid: number; dur?: number; tdur?: number }

/** Long tasks of a page's main thread by CPU time, and by wall-clock time, which includes other load of the machine. */
type LongTasks = { processorMs: number[]; clockMs: number[] }

/** Runs `work` and returns the page's long tasks meanwhile. */
async function longTasksOf(browser: Browser, page: Page, work: () => Promise<void>): Promise<LongTasks> {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[]))) // the protocol does not type them
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing', 'disabled-by-default-devtools.timeline'] },
  })
  await page.evaluate((mark) => performance.mark(mark), MARK)
  await work()
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const main = events.find(({ name }) => name === MARK)
  const tasks = events.filter(({ name, pid, tid }) => name === 'RunTask' && pid === main?.pid && tid === main.tid)
  if (tasks.length === 0) throw new Error('The trace contains no task')
  const longOf = (field: 'tdur' | 'dur') => tasks.map((task) => (task[field] ?? 0) / 1000).filter((ms) => ms > LONG_MS)
  return { processorMs: longOf('tdur'), clockMs: longOf('dur') }
}

declare global {
  interface Window {
    longTasks: PerformanceEntry[]
  }
}
