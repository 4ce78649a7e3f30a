/** The connection, as far as the browser knows it. */
export type Line = {
  isOnline: () => boolean
  /** Ends after the pause, or sooner: when the network comes back, when the page is looked at again, when it is called off. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

export const line: Line = {
  isOnline: () => navigator.onLine,
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const end = () => {
        stopListening()
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      const stopListening = onWake(end)
      signal.addEventListener('abort', end)
    }),
}

/** Calls when the network comes back or the page is looked at again: a phone may have slept. Returns how to stop. */
export function onWake(listener: () => void): () => void {
  const heard = new AbortController()
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener()
  }
  window.addEventListener('online', listener, { signal: heard.signal })
  document.addEventListener('visibilitychange', onVisible, { signal: heard.signal })
  return () => heard.abort()
}
