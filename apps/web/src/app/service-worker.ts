import { SERVICE_WORKER } from '#lib/push/service-worker.ts'
import { session } from '#lib/session/current.ts'

/** Registers the service worker for those who use the app: signed in, or with the app installed. Returns how to stop. */
export function followUse(): () => void {
  // While developing it would only be in the way; notifications register it themselves.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => {}
  let isRegistered = false
  const register = () => {
    if (isRegistered) return
    isRegistered = true
    // Without it the app works as well, with a connection.
    navigator.serviceWorker.register(SERVICE_WORKER).catch(() => undefined)
  }
  const check = () => {
    if (session.getState().userId !== null || matchMedia('(display-mode: standalone)').matches) register()
  }
  check()
  window.addEventListener('appinstalled', register)
  const unsubscribe = session.subscribe(check)
  return () => {
    window.removeEventListener('appinstalled', register)
    unsubscribe()
  }
}
