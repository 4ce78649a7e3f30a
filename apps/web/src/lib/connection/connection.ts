import { pause } from '#lib/pause.ts'

/** The network connection, as far as the browser knows it. */
export type Connection = {
  isOnline: () => boolean
  /** Resolves after the pause, or earlier: on reconnection, when the tab becomes visible, or when cancelled. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

export const connection: Connection = {
  isOnline: () => navigator.onLine,
  wait: async (ms, signal) => {
    const woken = new AbortController()
    const stopListening = onWake(() => woken.abort())
    await pause(ms, AbortSignal.any([signal, woken.signal]))
    stopListening()
  },
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
