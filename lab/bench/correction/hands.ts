import { setTimeout as wait } from 'node:timers/promises'

import type { Page } from 'playwright'

export type Point = { x: number; y: number }

/** Milliseconds of an average typist, from the keystroke-level model (Card, Moran and Newell, 1980). */
const PACE = { key: 200, point: 1100, press: 100, toOtherDevice: 400, think: 1350 }

/** Presses keys and the mouse at a person's pace, and counts both. */
export class Hands {
  keys = 0
  clicks = 0
  #isOnMouse = false
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Notices an error and decides what to do. */
  async think(): Promise<void> {
    await wait(PACE.think)
  }

  async press(key: string): Promise<void> {
    await this.#stroke()
    await this.#page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    for (const character of text) {
      await this.#stroke()
      await this.#page.keyboard.type(character)
    }
  }

  async click(point: Point): Promise<void> {
    await this.#point(point)
    await this.#click(point, 1)
  }

  async doubleClick(point: Point): Promise<void> {
    await this.#point(point)
    await this.#doubleClick(point)
  }

  /** A double-click where the pointer already is. */
  async doubleClickAgain(point: Point): Promise<void> {
    await this.#reach(true)
    await this.#doubleClick(point)
  }

  async #stroke(): Promise<void> {
    await this.#reach(false)
    this.keys++
    await wait(PACE.key)
  }

  async #point({ x, y }: Point): Promise<void> {
    await this.#reach(true)
    await wait(PACE.point)
    await this.#page.mouse.move(x, y)
  }

  async #doubleClick(point: Point): Promise<void> {
    await this.#click(point, 1)
    await this.#click(point, 2)
  }

  async #click({ x, y }: Point, clickCount: number): Promise<void> {
    this.clicks++
    await wait(PACE.press)
    await this.#page.mouse.move(x, y)
    await this.#page.mouse.down({ clickCount })
    await this.#page.mouse.up({ clickCount })
  }

  async #reach(isMouse: boolean): Promise<void> {
    if (this.#isOnMouse !== isMouse) await wait(PACE.toOtherDevice)
    this.#isOnMouse = isMouse
  }
}

/** The text field with the focus, and its selection. */
type Field = { value: string; from: number; to: number }

const MOST_KEYS = 25

export const focusedField = (page: Page): Promise<Field | undefined> =>
  page.evaluate(() => {
    const field = document.activeElement
    if (!(field instanceof HTMLTextAreaElement)) return undefined
    return { value: field.value, from: field.selectionStart, to: field.selectionEnd }
  })

/** Selects words of a sentence under review: an arrow leads to the next word, with Shift it takes that one too. */
export async function selectWords(
  page: Page,
  hands: Hands,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const first = (await focusedField(page)) ?? { value: '', from: 0, to: 0 }
  const wordsIn = (text: string) => text.split(/\s+/u).length
  const isFarLeft =
    from < first.from && wordsIn(first.value.slice(from, first.from)) > wordsIn(first.value.slice(0, from))
  if (isFarLeft || (from < first.from && first.from === first.to)) await hands.press('Home')
  for (let keys = 0; keys < MOST_KEYS; keys++) {
    const field = (await focusedField(page)) ?? first
    if (field.from === from && field.to === to && from < to) return true
    if (field.from === from && field.from < field.to && field.to < to) await hands.press('Shift+ArrowRight')
    else if (field.from < from || (field.from === from && field.from === field.to)) await hands.press('ArrowRight')
    else if (field.from > from) await hands.press('ArrowLeft')
    else return false
  }
  return false
}

/** Selects a stretch of the field by keys. Returns false if that takes too many. */
export async function select(page: Page, hands: Hands, { from, to }: { from: number; to: number }): Promise<boolean> {
  const now = async () => (await focusedField(page)) ?? { value: '', from: -1, to: -1 }
  for (let keys = 0; keys < MOST_KEYS; keys++) {
    const field = await now()
    if (field.from === from && field.to === to) return true
    if (field.from !== from && field.from !== field.to) await hands.press('ArrowLeft')
    else if (field.from > from) await hands.press(field.from - from > 2 ? 'Control+ArrowLeft' : 'ArrowLeft')
    else if (field.from < from) await hands.press(from - field.from > 2 ? 'Control+ArrowRight' : 'ArrowRight')
    else if (field.to < to) await hands.press(to - field.to > 2 ? 'Shift+Control+ArrowRight' : 'Shift+ArrowRight')
    else await hands.press('Shift+ArrowLeft')
  }
  return false
}

/** Where a character of a paragraph is on the screen; scrolls to it if needed. */
export async function placeOf(page: Page, paragraph: number, offset: number): Promise<Point | undefined> {
  const find = () =>
    page.evaluate(
      ({ paragraph: number, offset: wanted }) => {
        const text = document.querySelector(`[data-paragraph="${number}"] [data-text]`)
        if (!text) return undefined
        const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
        let before = 0
        for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
          const length = node.textContent?.length ?? 0
          if (wanted < before + length) {
            const range = document.createRange()
            range.setStart(node, wanted - before)
            range.setEnd(node, wanted - before + 1)
            const { left, top, width, height } = range.getBoundingClientRect()
            const point = { x: left + width / 2, y: top + height / 2 }
            const isSeen = text.contains(document.elementFromPoint(point.x, point.y))
            if (!isSeen) text.scrollIntoView({ block: 'center', behavior: 'instant' })
            return { ...point, isSeen }
          }
          before += length
        }
        return undefined
      },
      { paragraph, offset },
    )
  const first = await find()
  return first?.isSeen === false ? find() : first
}
