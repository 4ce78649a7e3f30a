import type { ErrorCode } from '@doslovno/domain/errors.ts'
import type { Chunk } from '@doslovno/domain/media/chunks.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'
import type { ChunkRow, ProcessRow } from '#platform/tables.ts'

/** Every write asks that the process still runs: a worker that was given up for dead must change nothing. */
const running = 'processing'

export async function insertProcess(
  db: Db,
  process: { id: string; scriptId: string; language: string },
): Promise<void> {
  await db.insertInto('processes').values(process).execute()
}

export function findProcess(db: Db, id: string): Promise<ProcessRow | undefined> {
  return db.selectFrom('processes').selectAll().where('id', '=', id).executeTakeFirst()
}

type Prepared = { language: string; chunks: readonly Chunk[]; durationSeconds: number; now: Date }

/** Moves a process from preparing to recognising, once; false when somebody did it before. */
export async function startRecognising(db: Db, id: string, prepared: Prepared): Promise<boolean> {
  const { language, chunks, durationSeconds, now } = prepared
  const moved = await db
    .updateTable('processes')
    .set({
      stage: 'recognise',
      language,
      chunksTotal: chunks.length,
      secondsTotal: durationSeconds,
      recogniseStartedAt: now,
    })
    .where('id', '=', id)
    .where('status', '=', running)
    .where('stage', '=', 'prepare')
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) return false
  const rows = chunks.map(({ index, start, end }) => ({ processId: id, index, startSeconds: start, endSeconds: end }))
  if (rows.length > 0) await db.insertInto('chunks').values(rows).execute()
  return true
}

/** The chunk, if it is still to be done; counts the try. */
export function beginChunk(db: Db, processId: string, index: number): Promise<ChunkRow | undefined> {
  return db
    .updateTable('chunks')
    .set({ attempts: sql`attempts + 1` })
    .where('processId', '=', processId)
    .where('index', '=', index)
    .where('doneAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Stores what was heard and counts it, once. `last`: nothing of the process is left to recognise. */
export async function finishChunk(
  db: Db,
  chunk: ChunkRow,
  words: readonly Word[],
  now: Date,
): Promise<'more' | 'last' | 'late'> {
  const { processId, index, startSeconds, endSeconds } = chunk
  const process = await lockRunning(db, processId)
  if (!process) return 'late'
  const stored = await db
    .updateTable('chunks')
    .set({ words: JSON.stringify(words), doneAt: now })
    .where('processId', '=', processId)
    .where('index', '=', index)
    .where('doneAt', 'is', null)
    .executeTakeFirst()
  if (stored.numUpdatedRows === 0n) return 'late'
  const chunksDone = process.chunksDone + 1
  const secondsDone = process.secondsDone + (endSeconds - startSeconds)
  await db.updateTable('processes').set({ chunksDone, secondsDone }).where('id', '=', processId).execute()
  return chunksDone === process.chunksTotal ? 'last' : 'more'
}

function lockRunning(db: Db, id: string): Promise<ProcessRow | undefined> {
  return db
    .selectFrom('processes')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', running)
    .forUpdate()
    .executeTakeFirst()
}

export async function chunkWords(db: Db, processId: string): Promise<Word[]> {
  const rows = await db
    .selectFrom('chunks')
    .select('words')
    .where('processId', '=', processId)
    .orderBy('index')
    .execute()
  return rows.flatMap(({ words }) => words ?? [])
}

/** Both ends answer false when the process does not run any more. */
export function completeProcess(db: Db, id: string, now: Date): Promise<boolean> {
  return endProcess(db, id, { status: 'complete', finishedAt: now })
}

export function failProcess(db: Db, id: string, errorCode: ErrorCode, now: Date): Promise<boolean> {
  return endProcess(db, id, { status: 'error', errorCode, finishedAt: now })
}

type End = { status: 'complete' | 'error'; errorCode?: ErrorCode; finishedAt: Date }

/** Drops what only a running process needs. */
async function endProcess(db: Db, id: string, end: End): Promise<boolean> {
  const ended = await db
    .updateTable('processes')
    .set(end)
    .where('id', '=', id)
    .where('status', '=', running)
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n) return false
  await db.updateTable('chunks').set({ words: null }).where('processId', '=', id).execute()
  return true
}
