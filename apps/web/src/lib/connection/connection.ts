/** The network connection, as far as the browser knows it. */
export type Connection = {
  isOnline: () => boolean
  /** Resolves after the pause, or earlier: on reconnection, when the tab becomes visible, or when cancelled. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

export const connection: Connection = {
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

/** Calls back on reconnection or when the tab becomes visible: a phone may have slept. Returns how to stop. */
export function onWake(listener: () => void): () => void {
  const heard = new AbortController()
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener()
  }
  window.addEventListener('online', listener, { signal: heard.signal })
  document.addEventListener('visibilitychange', onVisible, { signal: heard.signal })
  return () => heard.abort()
}
