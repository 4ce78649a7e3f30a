/** Runs at most `running` tasks at once and queues `waiting` more; refuses the rest. */
export class Slots {
  readonly #waitingLimit: number
  #free: number
  readonly #queue: (() => void)[] = []

  constructor(running: number, waiting: number) {
    this.#free = running
    this.#waitingLimit = waiting
  }

  /** Returns undefined if the queue is full. */
  async use<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#free === 0 && this.#queue.length >= this.#waitingLimit) return undefined
    await this.#acquire()
    try {
      return await work()
    } finally {
      this.#release()
    }
  }

  async #acquire(): Promise<void> {
    if (this.#free > 0) {
      this.#free--
      return
    }
    await new Promise<void>((resolve) => this.#queue.push(resolve))
  }

  #release(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#free++
  }
}
