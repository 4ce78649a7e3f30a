import type { Script } from '@doslovno/contract/scripts.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'

import { ApiError } from '#lib/http/api-error.ts'
import { session } from '#lib/session/current.ts'

import { dropKept, keepScript } from './kept.ts'

/** Loads a file and keeps it for its reader, who is signed in; a file that is gone is dropped. */
export async function keepOpened(id: string, load: () => Promise<Script>): Promise<Script> {
  try {
    const script = await load()
    // A full disk is no reason to fail.
    void keepOwn(script).catch(() => undefined)
    return script
  } catch (error) {
    const isGone = error instanceof ApiError && (error.status === 404 || error.status === 410)
    if (isGone) void dropKept(id).catch(() => undefined)
    throw error
  }
}

async function keepOwn(script: Script): Promise<void> {
  const user = session.lastUser()
  if (!user || !isCompleted(script.status)) return
  await keepScript(user, script, () => session.hasTokens() && session.getState().userId === user.id)
}
