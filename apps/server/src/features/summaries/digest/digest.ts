import { setImmediate as yieldTurn } from 'node:timers/promises'

import { type Digest, makeDigest } from '@doslovno/domain/digest/digest.ts'
import type { DigestLanguage } from '@doslovno/domain/digest/language.ts'
import type { Sentence } from '@doslovno/domain/digest/sentence.ts'
import { russianDigestTables } from '@doslovno/texts/language/digest.ts'

import { russian } from '#platform/language.ts'

export const digestLanguage: DigestLanguage = { ...russian, ...russianDigestTables }

/** Chapters and the sentences that matter most. Lets other jobs of the worker run in between. */
export function digestOf(sentences: readonly Sentence[], signal: AbortSignal): Promise<Digest> {
  const pause = async () => {
    await yieldTurn()
    signal.throwIfAborted()
  }
  return makeDigest(sentences, digestLanguage, { pause })
}
