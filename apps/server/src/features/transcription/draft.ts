import { toSegments } from '@doslovno/domain/transcript/segments.ts'

import type { Db } from '#platform/db.ts'

import { wordsFrom } from './task-repo.ts'

/** What is heard so far, from a chunk on, as far as no chunk is missing between. */
export async function readDraft(db: Db, processId: string, from: number) {
  const chunks = await wordsFrom(db, processId, from)
  const whole = chunks.filter(({ index }, position) => index === from + position)
  const words = whole.flatMap((chunk) => chunk.words)
  return {
    data: toSegments(words, 0).map(({ start, end, text }) => ({ start, end, text })),
    next: from + whole.length,
  }
}
