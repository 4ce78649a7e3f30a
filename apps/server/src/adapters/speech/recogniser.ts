import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'

import type { EngineOptions } from './engine.ts'
import type { Answer, Question } from './protocol.ts'

/** Its memory creeps up a little with what it hears. */
const TIRED_AFTER_SECONDS = 6 * 3600

/** One recogniser process; it may die at any moment, and whoever waits for it is told. */
export class Recogniser {
  readonly #child: ChildProcess
  readonly ready: Promise<void>
  readonly #tiredAfterSeconds: number
  #heardSeconds = 0

  constructor(options: EngineOptions, tiredAfterSeconds = TIRED_AFTER_SECONDS) {
    this.#tiredAfterSeconds = tiredAfterSeconds
    this.#child = fork(join(import.meta.dirname, 'child.ts'), [JSON.stringify(options)], {
      serialization: 'advanced',
      // The engine reports what it does on stderr; nothing of it is for us.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.ready = this.#next().then(() => undefined)
    // Whoever asks first awaits it; a child that dies before that is simply not alive.
    this.ready.catch(() => undefined)
  }

  get isAlive(): boolean {
    const { connected, killed, exitCode, signalCode } = this.#child
    return connected && !killed && exitCode === null && signalCode === null
  }

  /** Whether it heard so much that a fresh one should take its place. */
  get isTired(): boolean {
    return this.#heardSeconds > this.#tiredAfterSeconds
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** An abort kills the process: the engine cannot be interrupted otherwise. */
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
