import type { Answer, Question } from './protocol.ts'
import type { Recogniser } from './recogniser.ts'

/** Answers at most `slots` questions at once; replaces a dead or worn-out recogniser when its slot is next needed. */
export class RecogniserPool {
  readonly #create: () => Recogniser
  readonly #idle: Recogniser[]
  readonly #busy = new Set<Recogniser>()
  readonly #waiting: ((recogniser: Recogniser) => void)[] = []

  constructor(slots: number, create: () => Recogniser) {
    this.#create = create
    this.#idle = Array.from({ length: slots }, create)
  }

  async warmUp(): Promise<void> {
    await Promise.all(this.#idle.map((recogniser) => recogniser.ready))
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
    for (const recogniser of [...this.#idle, ...this.#busy]) recogniser.kill()
  }

  #acquire(): Promise<Recogniser> {
    const idle = this.#idle.pop()
    if (idle) return Promise.resolve(idle.isAlive ? idle : this.#create())
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #release(used: Recogniser): void {
    if (used.isWornOut) used.kill()
    const recogniser = used.isAlive ? used : this.#create()
    const next = this.#waiting.shift()
    if (next) next(recogniser)
    else this.#idle.push(recogniser)
  }
}
