/** Waits, or throws the reason of an abort at once. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    if (signal?.aborted) return fail(signal.reason as Error)
    const stop = () => {
      clearTimeout(timer)
      fail(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      done()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
