import { correctSpeech } from '@doslovno/domain/vocabulary/correct.ts'
import type { Speech } from '@doslovno/domain/vocabulary/find-terms.ts'

import type { Context } from '#context.ts'
import { NO_WISHES } from '#features/transcription/process-repo.ts'
import type { AppliedVocabulary, ProcessRow } from '#platform/tables.ts'
import { isTransient } from '#platform/transient.ts'

import { loadVocabulary, pause } from './load.ts'

type Corrected = Speech & { uses: ReadonlyMap<string, number>; vocabulary: AppliedVocabulary }

/** Puts terms right in recognised Russian, unless its owner switched that off. If it fails, the text stays as heard. */
export async function correctWords({ db, log }: Context, process: ProcessRow, speech: Speech): Promise<Corrected> {
  const { asked } = process.vocabulary ?? { asked: NO_WISHES }
  const asHeard = { ...speech, uses: new Map<string, number>(), vocabulary: { asked, applied: [] } }
  if (!asked || process.language !== 'ru') return asHeard
  try {
    const loaded = await loadVocabulary(db, process.userId, asked)
    if (!loaded) return asHeard
    const corrected = await correctSpeech(speech, loaded.vocabulary, pause)
    return { ...corrected, vocabulary: { asked, applied: loaded.applied } }
  } catch (error) {
    if (isTransient(error)) throw error
    log.error({ err: error, processId: process.id }, 'the vocabulary was not applied, the text stays as heard')
    return asHeard
  }
}
