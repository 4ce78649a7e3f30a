import { randomUUID } from 'node:crypto'

import type { Segment } from '@doslovno/domain/transcript/segments.ts'

import { saveTranscript } from '#features/transcripts/index.ts'
import type { ScriptRow } from '#platform/tables.ts'
import type { TestApp } from '#test/test-app.ts'

type Changes = Partial<
  Pick<ScriptRow, 'fileName' | 'sizeBytes' | 'durationSeconds' | 'uploadedAt' | 'status' | 'isPublic' | 'failureCode'>
>

/** Adds a completed script of a user, with one segment per sentence. */
export async function addScript(
  { ctx }: { ctx: Pick<TestApp['ctx'], 'db'> },
  userId: string,
  sentences: readonly string[] = [],
  changes: Changes = {},
): Promise<string> {
  const id = randomUUID()
  await ctx.db
    .insertInto('scripts')
    .values({
      id,
      userId,
      fileName: 'talk.mp3',
      sizeBytes: 1000,
      kind: 'audio',
      contentType: 'audio/mpeg',
      status: 'complete',
      durationSeconds: sentences.length * 10,
      inspectedAt: new Date(),
      keepUntil: new Date(Date.now() + 1e10),
      ...changes,
    })
    .execute()
  const segments = sentences.map(sentenceAt)
  await ctx.db.transaction().execute((tx) => saveTranscript(tx, { scriptId: id, userId }, segments))
  return id
}

function sentenceAt(text: string, index: number): Segment {
  const words = text
    .split(' ')
    .map((word, at) => ({ text: word, start: index * 10 + at, end: index * 10 + at + 0.9, confidence: null }))
  return { start: index * 10, end: index * 10 + 9, text, speaker: index % 2, words }
}
