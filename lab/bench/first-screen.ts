import { saveTranscript } from '@doslovno/server/features/transcripts/index.ts'
import { addScript } from '@doslovno/server/test/recordings/library.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'
import type { Browser, CDPSession } from 'playwright'

import { freshApp } from '#lab/app.ts'
import { numbers } from '#lab/arguments.ts'
import { openBrowser } from '#lab/chromium.ts'
import { inSeconds, median } from '#lab/figures.ts'
import { mark } from '#lab/marks.ts'
import { builtWebApp } from '#lab/processes.ts'

import { makeScript } from './long-script.ts'

/** «Slow 3G» of Chromium's developer tools. */
const SLOW_3G = { offline: false, latency: 2000, downloadThroughput: 51_200, uploadThroughput: 51_200 }
const SECONDS = 3600
const WORDS = 8000
const [rounds] = numbers(3)

/** `ready`: what shows that the scripts of the screen work. */
type Screen = { name: string; path: string; readable: string; ready: string; goals: { scriptKb: number; readableMs?: number } } // prettier-ignore
/** Kinds of files by their names in the browser. */
const KINDS = {
  scriptKb: ['Script'],
  styleKb: ['Stylesheet'],
  htmlKb: ['Document'],
  fontKb: ['Font'],
  dataKb: ['Fetch', 'Preload', 'Other'],
}
type Weights = Record<keyof typeof KINDS, number>
type Figures = Weights & { readableMs: number; readyMs: number }

/** The built app by the real server: how much script a screen takes, and when its text can be read. */
export async function main(): Promise<void> {
  const test = await freshApp({ webRoot: builtWebApp() })
  const origin = await test.app.listen({ host: '127.0.0.1', port: 0 })
  const browser = await openBrowser()
  for (const screen of await screensOf(test)) report(screen, await measureAll(browser, origin, screen))
}

async function screensOf(test: TestApp): Promise<Screen[]> {
  const id = await addLongFile(test)
  const text = { readable: 'section p', ready: '.lr-player', goals: { scriptKb: 100, readableMs: 3000 } }
  return [
    { name: 'public file', path: `/files/${id}`, ...text },
    { name: 'embed', path: `/embed/${id}`, ...text },
    { name: 'sign-in', path: '/auth/login', readable: 'h1', ready: 'h1', goals: { scriptKb: 120 } },
  ]
}

/** An hour of four speakers, open to everybody. */
async function addLongFile(test: TestApp): Promise<string> {
  const { id: userId } = await test.createUser()
  const id = await addScript(test, userId, [], { isPublic: true, durationSeconds: SECONDS })
  const { script } = makeScript(SECONDS, WORDS)
  await test.ctx.db.transaction().execute((tx) => saveTranscript(tx, { scriptId: id, userId }, script))
  return id
}

async function measureAll(browser: Browser, origin: string, screen: Screen): Promise<Figures> {
  const found: Figures[] = []
  for (let round = 0; round < rounds; round++) found.push(await measure(browser, origin + screen.path, screen))
  const names = [...(Object.keys(KINDS) as (keyof Weights)[]), 'readableMs', 'readyMs'] as const // the keys of KINDS
  const medians = names.map((name) => [name, median(found.map((figures) => figures[name]))])
  return Object.fromEntries(medians) as Figures // every name has its median
}

async function measure(browser: Browser, url: string, { readable, ready }: Screen): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ru-RU' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const kilobytes = await countBytes(session)
  await page.addInitScript(noteWhenSeen, { readable, ready })
  await page.goto(url, { waitUntil: 'commit', timeout: 120_000 })
  await page.waitForFunction(() => window.seen?.ready, undefined, { timeout: 120_000 })
  const seen = await page.evaluate(() => window.seen)
  await page.waitForLoadState('networkidle', { timeout: 120_000 })
  const weights = Object.fromEntries(Object.entries(KINDS).map(([name, kinds]) => [name, kilobytes(kinds)])) as Weights // every kind has its sum
  await context.close()
  return { ...weights, readableMs: seen.readable ?? Infinity, readyMs: seen.ready ?? Infinity }
}

/** Throttles the page; returns the bodies it has received of a kind, as they came over the wire. */
async function countBytes(session: CDPSession): Promise<(kinds: readonly string[]) => number> {
  const kinds = new Map<string, string>()
  const bytes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    bytes.set(requestId, (bytes.get(requestId) ?? 0) + encodedDataLength)
  })
  // Chunks of a page itself come without their length.
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!bytes.get(requestId)) bytes.set(requestId, encodedDataLength)
  })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_3G)
  return (wanted) => {
    const own = [...bytes].filter(([requestId]) => wanted.includes(kinds.get(requestId) ?? ''))
    return own.reduce((sum, [, length]) => sum + length, 0) / 1000
  }
}

/** Runs in the page: notes when an element of each selector is first drawn with a text. */
function noteWhenSeen(selectors: Record<'readable' | 'ready', string>) {
  window.seen = {}
  const isSeen = (selector: string) =>
    Array.from(document.querySelectorAll(selector)).some(
      (part) => part.textContent.length > 0 && part.checkVisibility(),
    )
  const look = () => {
    for (const name of ['readable', 'ready'] as const)
      if (window.seen[name] === undefined && isSeen(selectors[name])) window.seen[name] = performance.now()
    if (window.seen.ready === undefined) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

function report({ name, goals }: Screen, figures: Figures): void {
  const { scriptKb, styleKb, htmlKb, fontKb, dataKb, readyMs } = figures
  const others = Object.entries({ HTML: htmlKb, styles: styleKb, fonts: fontKb, data: dataKb })
  const weights = others.map(([kind, kb]) => `${kind} ${kb.toFixed(0)}`).join(', ')
  mark(`${name}: scripts ≤ ${goals.scriptKb} kB`, `${scriptKb.toFixed(0)} kB, ${weights}`, scriptKb <= goals.scriptKb)
  const [readable, most] = [figures.readableMs / 1000, (goals.readableMs ?? Infinity) / 1000]
  const seen = `${inSeconds(readable)}, works after ${inSeconds(readyMs / 1000)}`
  mark(`${name}: readable${goals.readableMs ? ` ≤ ${inSeconds(most)}` : ''}`, seen, readable <= most)
}

declare global {
  interface Window {
    seen: { readable?: number; ready?: number }
  }
}
