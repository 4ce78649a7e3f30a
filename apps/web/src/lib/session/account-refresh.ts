import type { Session } from './session.ts'

const EVERY_MS = 8000

/** Loads the account again and again while somebody looks; returns how to stop. A refusal logs out by itself. */
export function refreshAccount(session: Pick<Session, 'getState' | 'reload'>, isSeen: () => boolean): () => void {
  const timer = setInterval(() => {
    if (isSeen() && session.getState().status === 'authorized') void session.reload()
  }, EVERY_MS)
  return () => clearInterval(timer)
}
