import type { Digest } from '@doslovno/domain/digest/digest.ts'
import { isUnderstood } from '@doslovno/domain/digest/quotable.ts'
import type { Sentence } from '@doslovno/domain/digest/sentence.ts'

import { scriptById } from '#features/scripts/index.ts'
import { digestOf, languageOf } from '#features/summaries/digest/digest.ts'
import { listDoubts, listSentences } from '#features/transcripts/index.ts'
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
      const [sentences, doubts] = [await listSentences(tx, scriptId), await listDoubts(tx, scriptId)]
      return { script, sentences: sentences.map((sentence, at) => ({ ...sentence, isDoubtful: doubts[at] ?? false })) }
    })
}

/** Takes seconds for a text of many hours. */
export async function digestText(text: SummaryText, signal: AbortSignal): Promise<DigestedText> {
  return { ...text, digest: await digestOf(text.sentences, languageOf(text.script), signal) }
}

/** The measures of a text that decide which engine writes its summary. */
export type TextMeasure = { words: number; isUnderstood: boolean }

export async function measureText(db: Db, script: ScriptRow): Promise<TextMeasure> {
  const sentences = await listSentences(db, script.id)
  const words = sentences.reduce((sum, { text }) => sum + text.split(/\s+/u).filter(Boolean).length, 0)
  return { words, isUnderstood: isUnderstood(sentences, languageOf(script).isKnown) }
}
