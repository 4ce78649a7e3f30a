import { whileVisible } from '#lib/tabs/while-visible.ts'

import type { Session } from './session.ts'

const EVERY_MS = 8000
/** While changes are told as they happen, a reload only makes sure. */
const LIVE_MS = 60_000

type Tab = Parameters<typeof whileVisible>[0]

/** Changes of the account as they happen, if something tells them. */
type Changes = { isOn: { get: () => boolean }; onChange: (listener: () => void) => () => void }
const NOTHING: Changes = { isOn: { get: () => false }, onChange: () => () => undefined }

/**
 * Reloads the account every 8 s while the tab is visible, and at once when a reload was missed while it was hidden;
 * returns how to stop. A refusal logs out by itself.
 */
export function refreshAccount(
  session: Pick<Session, 'getState' | 'reload'>,
  tab: Tab,
  changes: Changes = NOTHING,
): () => void {
  let sinceMs = 0
  let timer: ReturnType<typeof setInterval> | undefined
  const start = () => {
    clearInterval(timer)
    sinceMs = 0
    timer = setInterval(tick, EVERY_MS)
  }
  const due = whileVisible(tab, () => {
    start()
    if (session.getState().status === 'authorized') void session.reload()
  })
  const tick = () => {
    sinceMs += EVERY_MS
    if (!changes.isOn.get() || sinceMs >= LIVE_MS) due.call()
  }
  start()
  const unfollow = changes.onChange(due.call)
  return () => {
    clearInterval(timer)
    unfollow()
    due.stop()
  }
}
