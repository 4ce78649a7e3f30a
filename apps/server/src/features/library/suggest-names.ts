import type { Actor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { ownScript } from '#features/scripts/index.ts'
import { findProcess } from '#features/transcription/index.ts'
import { recentNames } from '#features/transcripts/index.ts'

/** Names for the speakers of a file: those that its owner gave for its processing, then those of recent files. */
export async function suggestNames({ db }: Context, scriptId: string, actor: Actor): Promise<string[]> {
  const script = await ownScript(db, scriptId, actor, 'read')
  const process = script.processId === null ? undefined : await findProcess(db, script.processId)
  const given = process?.vocabulary?.asked?.names ?? []
  return [...new Set([...given, ...(await recentNames(db, script))])]
}
