import { randomUUID } from 'node:crypto'

import type { Actor } from '@doslovno/domain/access.ts'
import { completedStatus, type Flaw, isCompleted } from '@doslovno/domain/script/status.ts'
import { cleanFileName } from '@doslovno/domain/upload/file-name.ts'

import type { Context } from '#context.ts'
import { type Operator, recordAudit } from '#features/operations/index.ts'
import type { Tx } from '#platform/db.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { lockOwnScript } from './access.ts'
import { closeScriptsOf, updateScript, lockScript } from './repo.ts'

type Sharing = { publicFlag: boolean; newLink: boolean }

/** Makes a script readable by its link, or private again. A new link ends the one before. */
export function shareScript(
  { db, now }: Context,
  id: string,
  actor: Actor,
  { publicFlag: isPublic, newLink }: Sharing,
): Promise<ScriptRow> {
  return db.transaction().execute(async (tx) => {
    const script = await lockOwnScript(tx, id, actor)
    if (script.isPublic === isPublic && !newLink) return script
    const linkId = newLink ? randomUUID() : script.linkId
    await updateScript(tx, id, { isPublic, publicSince: isPublic ? now() : null, linkId })
    const kind = isPublic ? 'scriptOpened' : 'scriptClosed'
    await recordAudit(tx, { kind, userId: actor.userId, details: { scriptId: id } })
    return { ...script, isPublic, linkId }
  })
}

/** Closes the share links of a user, or those made since a moment; returns how many. `why` goes to the history. */
export async function closeLinks(
  tx: Tx,
  userId: string,
  why: Operator | { by: 'owner' },
  since?: Date,
): Promise<number> {
  const ids = await closeScriptsOf(tx, userId, since)
  for (const scriptId of ids) await recordAudit(tx, { kind: 'scriptClosed', userId, details: { scriptId, ...why } })
  return ids.length
}

export function renameScript({ db }: Context, id: string, actor: Actor, name: string): Promise<ScriptRow> {
  const fileName = cleanFileName(name)
  return db.transaction().execute(async (tx) => {
    const script = await lockOwnScript(tx, id, actor)
    await updateScript(tx, id, { fileName })
    return { ...script, fileName }
  })
}

/** Records that a finished text lacks something, or lacks it no longer; its status follows. */
export async function setFlaw(tx: Tx, scriptId: string, flaw: Flaw, isThere: boolean): Promise<void> {
  const script = await lockScript(tx, scriptId)
  if (!script || script.flaws.includes(flaw) === isThere) return
  const others = script.flaws.filter((present) => present !== flaw)
  const flaws = isThere ? [...others, flaw] : others
  // A file that is being recognised again keeps its status, and gets this one if that run is cancelled.
  await updateScript(tx, scriptId, { flaws, ...(isCompleted(script.status) && { status: completedStatus(flaws) }) })
}
