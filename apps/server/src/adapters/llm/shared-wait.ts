import { LlmLost, type LlmRequest } from './port.ts'

/** Waits for work that goes on for others when this caller gives up. Whatever happens, the caller sent nothing. */
export async function waitFor(work: Promise<void>, request: LlmRequest<unknown>): Promise<void> {
  const { signal, timeoutMs } = request
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const ends = [signal, timeout].filter((one) => one !== undefined)
  try {
    await orAborted(work, AbortSignal.any(ends))
  } catch (error) {
    signal?.throwIfAborted()
    const reason = error instanceof LlmLost ? error.reason : 'timeout'
    throw error instanceof LlmLost || timeout?.aborted ? new LlmLost(reason, { wasSent: false }) : error
  }
}

async function orAborted(work: Promise<void>, end: AbortSignal): Promise<void> {
  end.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(end.reason)
  end.addEventListener('abort', giveUp, { once: true })
  try {
    await Promise.race([work, promise])
  } finally {
    end.removeEventListener('abort', giveUp)
  }
}
