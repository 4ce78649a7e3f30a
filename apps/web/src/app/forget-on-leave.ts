import { session } from '#lib/session/current.ts'

/** Drops kept data when the user changes: the next user must not see it. Returns how to stop. */
export function forgetOnLeave(forget: () => void): () => void {
  let userId = session.getState().user?.id
  return session.subscribe(() => {
    const next = session.getState().user?.id
    if (userId !== undefined && next !== userId) forget()
    userId = next
  })
}
