/** At most `running` works at once, `waiting` more in line; whoever comes then is refused. */
export class Slots {
  readonly #waitingLimit: number
  #free: number
  readonly #line: (() => void)[] = []

  constructor(running: number, waiting: number) {
    this.#free = running
    this.#waitingLimit = waiting
  }

  /** Undefined: the line is full. */
  async use<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#free === 0 && this.#line.length >= this.#waitingLimit) return undefined
    await this.#take()
    try {
      return await work()
    } finally {
      this.#giveBack()
    }
  }

  async #take(): Promise<void> {
    if (this.#free > 0) {
      this.#free--
      return
    }
    await new Promise<void>((resolve) => this.#line.push(resolve))
  }

  #giveBack(): void {
    const next = this.#line.shift()
    if (next) next()
    else this.#free++
  }
}
