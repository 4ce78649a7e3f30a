import { toSegments } from '@doslovno/domain/transcript/segments.ts'

import type { Db } from '#platform/db.ts'
import type { ProcessRow } from '#platform/tables.ts'

import { wordsFrom } from './tasks/repo.ts'
import { knownTurns } from './turns.ts'

/** The text of chunks from `from` on, up to the first chunk that is not recognised yet, and all turns known so far. */
export async function readDraft(db: Db, process: ProcessRow, from: number) {
  const chunks = await wordsFrom(db, process.id, from)
  const whole = chunks.filter(({ index }, position) => index === from + position)
  const words = whole.flatMap((chunk) => chunk.words)
  const { turns } = await knownTurns(db, process)
  return {
    data: toSegments(words, 0).map(({ start, end, text }) => ({ start, end, text })),
    next: from + whole.length,
    turns: turns.map(({ start, end, speaker }) => ({ start: inHundredths(start), end: inHundredths(end), speaker })),
  }
}

/** Turns are sent whole with every change, so they are kept short. */
function inHundredths(seconds: number): number {
  return Math.round(seconds * 100) / 100
}
