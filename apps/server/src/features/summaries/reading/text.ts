import type { Sentence } from '@doslovno/domain/digest/sentence.ts'

import { scriptById } from '#features/scripts/index.ts'
import { textIdOf } from '#features/summaries/text-id.ts'
import { listSentences } from '#features/transcripts/index.ts'
import type { Db } from '#platform/db.ts'
import type { ScriptRow } from '#platform/tables.ts'

/** A script with the sentences of its current text, read at one moment. */
export type ScriptText = { script: ScriptRow; processId: string; sentences: readonly Sentence[] }

/** Undefined if the script or its text is gone. */
export function readText(db: Db, scriptId: string): Promise<ScriptText | undefined> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const script = await scriptById(tx, scriptId)
      if (!script || script.expiredAt) return undefined
      return { script, processId: textIdOf(script), sentences: await listSentences(tx, scriptId) }
    })
}
