import type { Word } from '@doslovno/domain/transcript/words.ts'

import type { Config } from '#platform/config.ts'

import { checkModels } from './model-files.ts'
import type { Answer, Question } from './protocol.ts'
import { Recogniser } from './recogniser.ts'

/** Speech to words. PCM is 16 kHz, mono, signed 16-bit; times count from its beginning. */
export type Speech = {
  readonly model: string
  recognise(pcm: Uint8Array, language: string, signal: AbortSignal): Promise<Word[]>
  /** Undefined when nobody speaks. */
  identifyLanguage(pcm: Uint8Array, signal: AbortSignal): Promise<string | undefined>
  close(): void
}

/** Checks the models' files and starts one recogniser process per slot, loaded before the first question. */
export async function createSpeech({ modelsDir, model, slots }: Config['speech']): Promise<Speech> {
  await checkModels(modelsDir, [model, 'silero-vad'])
  const pool = new RecogniserPool(slots, () => new Recogniser({ modelsDir, model }))
  await pool.warmUp()
  return {
    model,
    recognise: async (pcm, language, signal) => {
      const answer = await pool.ask({ kind: 'recognise', pcm, language }, signal)
      if (answer.kind !== 'words') throw unexpected(answer)
      return answer.words
    },
    identifyLanguage: async (pcm, signal) => {
      const answer = await pool.ask({ kind: 'identify', pcm }, signal)
      if (answer.kind !== 'language') throw unexpected(answer)
      return answer.language
    },
    close: () => pool.close(),
  }
}

function unexpected(answer: Answer): Error {
  return new Error(answer.kind === 'failed' ? `The recogniser failed: ${answer.message}` : `Unexpected ${answer.kind}`)
}

/** At most `slots` questions at once; a dead recogniser is replaced when its place is next needed. */
class RecogniserPool {
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
    const recogniser = await this.#take()
    this.#busy.add(recogniser)
    try {
      return await recogniser.ask(question, signal)
    } finally {
      this.#busy.delete(recogniser)
      this.#giveBack(recogniser)
    }
  }

  close(): void {
    for (const recogniser of [...this.#idle, ...this.#busy]) recogniser.kill()
  }

  #take(): Promise<Recogniser> {
    const idle = this.#idle.pop()
    if (idle) return Promise.resolve(idle.isAlive ? idle : this.#create())
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #giveBack(used: Recogniser): void {
    const recogniser = used.isAlive ? used : this.#create()
    const next = this.#waiting.shift()
    if (next) next(recogniser)
    else this.#idle.push(recogniser)
  }
}
