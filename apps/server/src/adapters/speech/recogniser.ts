import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

import type { EngineOptions } from './engine.ts'
import type { Answer, Question } from './protocol.ts'

/** One recogniser process; it may die at any moment, and whoever waits for it is told. */
export class Recogniser {
  readonly #child: ChildProcess
  readonly ready: Promise<void>

  constructor({ modelsDir, model }: EngineOptions) {
    this.#child = fork(join(import.meta.dirname, 'child.ts'), [modelsDir, model], {
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
