import { toSegments } from '@doslovno/domain/transcript/segments.ts'

import type { Db } from '#platform/db.ts'

import { wordsFrom } from './tasks/repo.ts'

/** The text of chunks from `from` on, up to the first chunk that is not recognised yet. */
export async function readDraft(db: Db, processId: string, from: number) {
  const chunks = await wordsFrom(db, processId, from)
  const whole = chunks.filter(({ index }, position) => index === from + position)
  const words = whole.flatMap((chunk) => chunk.words)
  return {
    data: toSegments(words, 0).map(({ start, end, text }) => ({ start, end, text })),
    next: from + whole.length,
  }
}
