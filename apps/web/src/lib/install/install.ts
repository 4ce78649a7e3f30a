import { useSyncExternalStore } from 'react'

import { createStore } from '#lib/store/store.ts'

/** Chromium's event: the app can be installed, and this shows the browser's question. */
type InstallEvent = Event & { prompt: () => Promise<unknown> }

const offer = createStore<InstallEvent | undefined>(undefined)

/** Remembers the browser's offer to install the app, without showing it; returns how to stop. */
export function holdInstallOffer(): () => void {
  const heard = new AbortController()
  const hold = (event: Event) => {
    event.preventDefault()
    offer.set(event as InstallEvent) // the only event of this name
  }
  window.addEventListener('beforeinstallprompt', hold, { signal: heard.signal })
  window.addEventListener('appinstalled', () => offer.set(undefined), { signal: heard.signal })
  return () => heard.abort()
}

/** Asks to install the app; undefined while the browser does not offer it. */
export function useInstall(): (() => void) | undefined {
  const event = useSyncExternalStore(offer.subscribe, offer.get)
  return event && (() => void event.prompt().finally(() => offer.set(undefined)))
}
