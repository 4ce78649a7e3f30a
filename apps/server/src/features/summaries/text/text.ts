import type { Digest } from '@doslovno/domain/digest/digest.ts'
import type { Sentence } from '@doslovno/domain/digest/sentence.ts'

import { scriptById } from '#features/scripts/index.ts'
import { digestOf } from '#features/summaries/digest/digest.ts'
import { listSentences } from '#features/transcripts/index.ts'
import type { Db } from '#platform/db.ts'
import type { ScriptRow } from '#platform/tables.ts'

/** The text that a summary is written from. */
export type SummaryText = { script: ScriptRow; sentences: readonly Sentence[] }

export type DigestedText = SummaryText & { digest: Digest }

/** Script and sentences as of one moment; undefined if the script or its text is gone. */
export function loadText(db: Db, scriptId: string): Promise<SummaryText | undefined> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const script = await scriptById(tx, scriptId)
      if (!script || script.expiredAt) return undefined
      return { script, sentences: await listSentences(tx, scriptId) }
    })
}

/** Takes seconds for a text of many hours. */
export async function digestText(text: SummaryText, signal: AbortSignal): Promise<DigestedText> {
  return { ...text, digest: await digestOf(text.sentences, signal) }
}

export async function countWords(db: Db, scriptId: string): Promise<number> {
  const sentences = await listSentences(db, scriptId)
  return sentences.reduce((sum, { text }) => sum + text.split(/\s+/u).filter(Boolean).length, 0)
}
