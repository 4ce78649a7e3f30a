import { completedStatus, type Flaw, isCompleted } from '@doslovno/domain/script/status.ts'

import type { Tx } from '#platform/db.ts'

import { lockScript, updateScript } from './repo.ts'

/** Records that a finished text lacks something, or lacks it no longer; its status follows. */
export async function setFlaw(tx: Tx, scriptId: string, flaw: Flaw, isThere: boolean): Promise<void> {
  const script = await lockScript(tx, scriptId)
  if (!script || script.flaws.includes(flaw) === isThere) return
  const others = script.flaws.filter((present) => present !== flaw)
  const flaws = isThere ? [...others, flaw] : others
  // A file that is being recognised again keeps its status, and gets this one if that run is cancelled.
  await updateScript(tx, scriptId, { flaws, ...(isCompleted(script.status) && { status: completedStatus(flaws) }) })
}
