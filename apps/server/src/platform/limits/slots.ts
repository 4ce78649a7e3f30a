/** Runs at most `running` tasks at once and queues `waiting` more; refuses the rest. */
export class Slots {
  readonly #running: number
  readonly #waitingLimit: number
  #free: number
  readonly #queue: (() => void)[] = []

  constructor(running: number, waiting: number) {
    this.#running = running
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

  get isIdle(): boolean {
    return this.#free === this.#running
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

/** Slots of their own for each key, such as a user. */
export class SlotsByKey {
  readonly #limits: readonly [running: number, waiting: number]
  readonly #slots = new Map<string, Slots>()

  constructor(running: number, waiting: number) {
    this.#limits = [running, waiting]
  }

  /** Returns undefined if the queue of the key is full. */
  async use<T>(key: string, work: () => Promise<T>): Promise<T | undefined> {
    const slots = this.#slots.get(key) ?? new Slots(...this.#limits)
    this.#slots.set(key, slots)
    try {
      return await slots.use(work)
    } finally {
      if (slots.isIdle) this.#slots.delete(key)
    }
  }
}
