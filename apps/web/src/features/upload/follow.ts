import type { ProcessState, Script } from '@doslovno/contract/scripts.ts'

import { UploadError } from '#lib/http/put-bytes.ts'
import type { Line } from '#lib/line/line.ts'
import { persist } from '#lib/line/persist.ts'

const EVERY_MS = 1000
/** A day of seconds. */
const MOST_QUESTIONS = 86_400

/** A process that has ended badly, with the reason the service gave. */
export class ProcessFailure extends Error {
  readonly reason: ProcessState['error']

  constructor(reason: ProcessState['error']) {
    super('The process has failed')
    this.name = 'ProcessFailure'
    this.reason = reason
  }
}

type Following = { line: Line; signal: AbortSignal }

/** Asks each second: `processing` is progress, `complete` ends it well, `error` ends it badly. */
export function followProcess(
  ask: () => Promise<ProcessState>,
  { onProgress, ...following }: Following & { onProgress: (state: ProcessState) => void },
): Promise<ProcessState> {
  return follow(ask, following, (state) => {
    if (state.status === 'error') throw new ProcessFailure(state.error)
    if (state.status === 'processing') onProgress(state)
    return state.status === 'complete'
  })
}

/** Asks each second until the service has looked inside the file, or found that it cannot. */
export function followInspection(ask: () => Promise<Script>, following: Following): Promise<Script> {
  return follow(ask, following, ({ isInspected, status }) => isInspected || status === 'error')
}

async function follow<T>(ask: () => Promise<T>, { line, signal }: Following, isOver: (state: T) => boolean) {
  for (let question = 0; question < MOST_QUESTIONS; question += 1) {
    const state = await persist(ask, { line, signal, onLost: () => undefined })
    if (isOver(state)) return state
    await line.wait(EVERY_MS, signal)
    if (signal.aborted) throw new UploadError('aborted')
  }
  throw new UploadError('network')
}
