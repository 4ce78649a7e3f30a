import { joinWindows } from '@doslovno/domain/speakers/join-windows.ts'
import type { Turn } from '@doslovno/domain/speakers/turns.ts'

import type { Db } from '#platform/db.ts'
import type { ProcessRow } from '#platform/tables.ts'

import type { DiariseResult } from './tasks/diarise.ts'
import { resultsOf } from './tasks/repo.ts'

type Hints = Pick<ProcessRow, 'id' | 'speakersCount' | 'mediaType'>

/** `isWhole`: every window was diarised. */
type KnownTurns = { turns: Turn[]; isWhole: boolean }

/** Turns of the windows diarised so far, with the speakers of the whole recording. */
export async function knownTurns(db: Db, { id, speakersCount, mediaType }: Hints): Promise<KnownTurns> {
  const windows = await resultsOf(db, id, 'diarise')
  // An ended process keeps its tasks without their results.
  const diarised = windows.flatMap(({ state, startSeconds, result }) =>
    state === 'done' && result !== null ? [{ ...(result as DiariseResult), startSeconds }] : [],
  )
  const isWhole = diarised.length === windows.length
  const threshold = diarised[0]?.voicesThreshold
  if (threshold === undefined) return { turns: [], isWhole }
  return { turns: joinWindows(diarised, { threshold, speakers: speakersCount, mediaType }), isWhole }
}
