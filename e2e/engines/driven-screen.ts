import { setTimeout as wait } from 'node:timers/promises'

import { origin } from '#e2e/environment.ts'

import { findPart, type Wanted, wantedOf } from './find-part.ts'
import type { Part, Point, Screen } from './screen.ts'

/** The calls of a browser that a screen needs, by any protocol. */
export type Driver = {
  goto: (url: string) => Promise<unknown>
  reload: () => Promise<unknown>
  /** Runs a function, given as text, in the page; arguments and result are JSON. */
  run: <Result>(script: string, args: readonly unknown[]) => Promise<Result>
  /** Input actions: both WebDriver standards write them alike. */
  perform: (actions: readonly object[]) => Promise<unknown>
  /** Gives a file to the input that the script finds. */
  give: (script: string, args: readonly unknown[], path: string) => Promise<unknown>
  /** In base64. */
  screenshot: () => Promise<string>
  close: () => Promise<void>
}

const PATIENCE_MS = 120_000
const POLL_MS = 100

const FIND = String(findPart)

const KEYS: Record<string, string> = {
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  ArrowRight: '\uE014',
}

type Act<Result> = (element: HTMLElement, name: string) => Result | null | Promise<Result | null>

/** A window that is driven by finding parts in the page and acting on where they are. */
export function screenOf(driver: Driver): Screen {
  const run = <Result>(script: string, ...args: unknown[]) => driver.run<Result>(script, args)
  const isThere = (part: Part) => run<boolean>(`(part) => (${FIND})(part, false) !== null`, wantedOf(part))
  /** Waits until the part is visible and the function's result is not null. */
  const withPart = <Result>(part: Part, act: Act<Result>, name = '') =>
    until(wantedOf(part), () => run<Result | null>(onPart(String(act)), wantedOf(part), name))
  const press = (keys: string) => driver.perform([pressing(keys.split('+'))])
  const type = (text: string) => driver.perform([typing(text)])
  const clickAt = (point: Point, times = 1) => driver.perform([clicking(point, times)])
  /** Presses again while the page moved a part away from under the pointer. A new page has no mark of the press. */
  const click = async (part: Part): Promise<void> => {
    await clickAt(await withPart(part, pointIn))
    const isMissed = await run<boolean>('() => window.isPressed === false').catch(() => false)
    if (isMissed) await click(part)
  }

  return {
    goto: async (address) => void (await driver.goto(new URL(address, origin).href)),
    reload: async () => void (await driver.reload()),
    address: async () => new URL(await run<string>('() => location.href')),
    see: async (part) => void (await withPart(part, () => true)),
    seeNone: async (part) => void (await until(wantedOf(part), async () => !(await isThere(part)) || null)),
    textOf: (part) => withPart(part, (element) => element.innerText),
    attributeOf: async (part, name) =>
      (await withPart(part, (element, wanted) => ({ value: element.getAttribute(wanted) }), name)).value,
    click,
    clickAt: async (point, times) => void (await clickAt(point, times)),
    fill: async (part, text) => {
      await click(part)
      await press('Control+a')
      await type(text)
    },
    choose: async (part, path) => {
      await until(wantedOf(part), () => run(`(part) => (${FIND})(part, true) && true`, wantedOf(part)))
      await driver.give(`(part) => (${FIND})(part, true)`, [wantedOf(part)], path)
    },
    press: async (keys) => void (await press(keys)),
    type: async (text) => void (await type(text)),
    evaluate: (script, text = '') => run(String(script), text),
    screenshot: async () => Buffer.from(await driver.screenshot(), 'base64'),
    close: driver.close,
  }
}

const onPart = (act: string) =>
  `(part, name) => { const element = (${FIND})(part, false); return element && (${act})(element, name) }`

/** Runs in the page: the middle of a part, scrolled into view; null while it moves or something lies above it. */
async function pointIn(element: HTMLElement): Promise<Point | null> {
  const middle = () => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  const isHit = ({ x, y }: Point) => {
    const hit = document.elementFromPoint(x, y)
    return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element)
  }
  if (!isHit(middle())) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const before = middle()
  await new Promise((resolve) => setTimeout(resolve, 100))
  const after = middle()
  window.isPressed = false
  element.addEventListener('mousedown', () => (window.isPressed = true), { capture: true, once: true })
  return isHit(after) && before.x === after.x && before.y === after.y ? after : null
}

async function until<Result>(part: Wanted, look: () => Promise<Result | null>): Promise<Result> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await wait(POLL_MS)) {
    const seen = await look()
    if (seen !== null) return seen
  }
  throw new Error(`Waited in vain for ${JSON.stringify(part)}`)
}

const keyDown = (value: string) => ({ type: 'keyDown', value })
const keyUp = (value: string) => ({ type: 'keyUp', value })

function pressing(names: readonly string[]) {
  const keys = names.map((name) => KEYS[name] ?? name)
  return { type: 'key', id: 'keyboard', actions: [...keys.map(keyDown), ...keys.toReversed().map(keyUp)] }
}

function typing(text: string) {
  return { type: 'key', id: 'keyboard', actions: Array.from(text).flatMap((sign) => [keyDown(sign), keyUp(sign)]) }
}

function clicking({ x, y }: Point, times: number) {
  const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y), origin: 'viewport' }
  const press = [
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
  return { type: 'pointer', id: 'mouse', actions: [move, ...Array.from({ length: times }, () => press).flat()] }
}

declare global {
  interface Window {
    isPressed: boolean
  }
}
