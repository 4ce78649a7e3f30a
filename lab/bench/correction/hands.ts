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
