import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'

import type { DiariserOptions, EngineOptions } from './engine.ts'
import type { Answer, Question } from './protocol.ts'

/** Restart after this much audio: the engine's memory grows slowly. */
const WORN_OUT_AFTER_SECONDS = 6 * 3600

/** One recogniser process. It may die at any moment; pending questions then fail. */
export class Recogniser {
  readonly #child: ChildProcess
  readonly ready: Promise<void>
  readonly #wornOutAfterSeconds: number
  #heardSeconds = 0

  constructor(options: EngineOptions | DiariserOptions, wornOutAfterSeconds = WORN_OUT_AFTER_SECONDS) {
    this.#wornOutAfterSeconds = wornOutAfterSeconds
    this.#child = fork(join(import.meta.dirname, 'child.ts'), [JSON.stringify(options)], {
      serialization: 'advanced',
      // The engine's stderr holds nothing we need.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.ready = this.#next().then(() => undefined)
    // The first question awaits it; until then a dead child is just not alive.
    this.ready.catch(() => undefined)
  }

  get isAlive(): boolean {
    const { connected, killed, exitCode, signalCode } = this.#child
    return connected && !killed && exitCode === null && signalCode === null
  }

  /** Whether it has processed enough audio to be replaced. */
  get isWornOut(): boolean {
    return this.#heardSeconds > this.#wornOutAfterSeconds
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** An abort kills the process: the engine cannot be interrupted. */
  async ask(question: Question, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted()
    const kill = () => this.kill()
    signal.addEventListener('abort', kill)
    try {
      await this.ready
      const answer = this.#next()
      this.#heardSeconds += question.pcm.byteLength / BYTES_PER_SECOND
      this.#child.send(question)
      return await answer
    } finally {
      signal.removeEventListener('abort', kill)
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  #next(): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const onMessage = (answer: unknown) => settle(() => resolve(answer as Answer))
      const onExit = () => settle(() => reject(new Error('The recogniser died')))
      const onError = (error: Error) => settle(() => reject(error))
      const settle = (end: () => void) => {
        this.#child.off('message', onMessage).off('exit', onExit).off('error', onError)
        end()
      }
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) return onExit()
      this.#child.on('message', onMessage).on('exit', onExit).on('error', onError)
    })
  }
}
