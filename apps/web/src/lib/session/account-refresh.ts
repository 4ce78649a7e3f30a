import type { Session } from './session.ts'

const EVERY_MS = 8000

type Tab = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

/**
 * Reloads the account every 8 s while the tab is visible, and at once when a reload was missed while it was hidden;
 * returns how to stop. A refusal logs out by itself.
 */
export function refreshAccount(session: Pick<Session, 'getState' | 'reload'>, tab: Tab): () => void {
  let isDue = false
  const tick = () => {
    isDue = tab.visibilityState === 'hidden'
    if (!isDue && session.getState().status === 'authorized') void session.reload()
  }
  let timer = setInterval(tick, EVERY_MS)
  const onVisibility = () => {
    if (!isDue) return
    clearInterval(timer)
    timer = setInterval(tick, EVERY_MS)
    tick()
  }
  tab.addEventListener('visibilitychange', onVisibility)
  return () => {
    clearInterval(timer)
    tab.removeEventListener('visibilitychange', onVisibility)
  }
}
