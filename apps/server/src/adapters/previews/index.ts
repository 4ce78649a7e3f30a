import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import { Slots } from '#platform/limits/slots.ts'
import { previewDuration } from '#platform/telemetry.ts'

import type { Card } from './card.ts'

export { type Card, IMAGE } from './card.ts'

export type Previews = {
  /** A PNG; undefined while too many are waiting. */
  draw(card: Card): Promise<Buffer | undefined>
  close(): Promise<void>
}

const QUEUE_LENGTH = 30
const TIMEOUT_MS = 10_000

/** Draws one card at a time, in a thread that the first one starts and a failure ends. */
export function createPreviews(): Previews {
  const slots = new Slots(1, QUEUE_LENGTH)
  let thread: Worker | undefined

  const stop = async () => {
    const stopped = thread
    thread = undefined
    await stopped?.terminate()
  }
  const ask = async (card: Card): Promise<Buffer> => {
    thread ??= startThread(() => (thread = undefined))
    const answer = once(thread, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    thread.postMessage(card)
    const [png] = await answer
    return Buffer.from(png as Uint8Array) // what thread.ts posts
  }
  return {
    draw: (card) =>
      slots.use(async () => {
        const stopTimer = previewDuration.startTimer()
        try {
          return await ask(card)
        } catch (error) {
          await stop()
          throw error
        } finally {
          stopTimer()
        }
      }),
    close: stop,
  }
}

function startThread(onExit: () => void): Worker {
  // Only our own fonts: the machine's differ from place to place.
  const env = { DISABLE_SYSTEM_FONTS_LOAD: '1' }
  const thread = new Worker(join(import.meta.dirname, 'thread.ts'), { env })
  // A failure between two cards would end the process if nobody listened.
  thread.on('error', () => undefined).on('exit', onExit)
  thread.unref()
  return thread
}
