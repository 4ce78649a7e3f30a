import { setImmediate as yieldTurn } from 'node:timers/promises'

import { type Digest, makeDigest } from '@doslovno/domain/digest/digest.ts'
import type { DigestLanguage } from '@doslovno/domain/digest/language.ts'
import type { Sentence } from '@doslovno/domain/digest/sentence.ts'
import { russianDigestTables } from '@doslovno/texts/language/digest.ts'

import { isRussian } from '#features/summaries/text/prepare-text.ts'
import { russian } from '#platform/language.ts'
import type { ScriptRow } from '#platform/tables.ts'

const CYRILLIC = /\p{Script=Cyrillic}/u

export const digestLanguage: DigestLanguage = {
  ...russian,
  ...russianDigestTables,
  // Of names in other letters nothing is known, nor of a text whose language nobody told.
  isKnown: (word) => !CYRILLIC.test(word) || russian.isKnown(word),
}

/** Of other languages neither words nor clauses are known: their sentences are judged by their form alone. */
const foreign: DigestLanguage = { ...digestLanguage, quote: null, declensions: [], isKnown: () => true }

export const languageOf = (script: Pick<ScriptRow, 'language'>): DigestLanguage =>
  isRussian(script) ? digestLanguage : foreign

/** Chapters and the sentences that matter most. Lets other jobs of the worker run in between. */
export function digestOf(
  sentences: readonly Sentence[],
  language: DigestLanguage,
  signal: AbortSignal,
): Promise<Digest> {
  const pause = async () => {
    await yieldTurn()
    signal.throwIfAborted()
  }
  return makeDigest(sentences, language, { pause })
}
