import type { Answer, Question } from './protocol.ts'
import type { Recogniser } from './recogniser.ts'

/** Setting for pools that never end idle recognisers. */
const NEVER = 0

/**
 * Answers at most `slots` questions at once. A recogniser without work for `idleSeconds` ends, which frees its memory; it
 * is replaced, as one that died, when its slot is next needed.
 */
export class RecogniserPool {
  readonly #create: () => Recogniser
  readonly #idleMs: number
  readonly #idle: Recogniser[]
  readonly #ends = new Map<Recogniser, NodeJS.Timeout>()
  readonly #busy = new Set<Recogniser>()
  readonly #waiting: ((recogniser: Recogniser) => void)[] = []

  constructor(slots: number, create: () => Recogniser, idleSeconds = NEVER) {
    this.#create = create
    this.#idleMs = idleSeconds * 1000
    this.#idle = Array.from({ length: slots }, create)
  }

  async warmUp(): Promise<void> {
    await Promise.all(this.#idle.map((recogniser) => recogniser.ready))
    for (const recogniser of this.#idle) this.#endLater(recogniser)
  }

  async ask(question: Question, signal: AbortSignal): Promise<Answer> {
    const recogniser = await this.#acquire()
    this.#busy.add(recogniser)
    try {
      return await recogniser.ask(question, signal)
    } finally {
      this.#busy.delete(recogniser)
      this.#release(recogniser)
    }
  }

  close(): void {
    for (const end of this.#ends.values()) clearTimeout(end)
    for (const recogniser of [...this.#idle, ...this.#busy]) recogniser.kill()
  }

  #acquire(): Promise<Recogniser> {
    const idle = this.#idle.pop()
    if (!idle) return new Promise((resolve) => this.#waiting.push(resolve))
    clearTimeout(this.#ends.get(idle))
    this.#ends.delete(idle)
    return Promise.resolve(idle.isAlive ? idle : this.#create())
  }

  #release(used: Recogniser): void {
    if (used.isWornOut) used.kill()
    const recogniser = used.isAlive ? used : this.#create()
    const next = this.#waiting.shift()
    if (next) return next(recogniser)
    this.#idle.push(recogniser)
    this.#endLater(recogniser)
  }

  #endLater(recogniser: Recogniser): void {
    if (this.#idleMs === 0) return
    this.#ends.set(recogniser, setTimeout(() => recogniser.kill(), this.#idleMs).unref())
  }
}
