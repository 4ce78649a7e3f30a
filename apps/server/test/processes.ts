import { randomUUID } from 'node:crypto'

import { insertProcess } from '#features/transcription/process-repo.ts'
import type { TaskRow } from '#platform/tables.ts'

import type { TestApp } from './test-app.ts'

const CHUNK_SECONDS = 45
const OPTIONS = { mediaType: 'other', speakersCount: -2, language: 'ru', badQuality: false, templateId: null } as const

type Chunks = {
  count: number
  isPaid?: boolean
  /** Columns that all chunks share. */
  each: Pick<TaskRow, 'state'> & Partial<Pick<TaskRow, 'cost' | 'attempts' | 'begunAt'>>
}

/** Adds a script of a user with a process whose chunks are all in the same state. */
export async function addProcess({ ctx: { db } }: TestApp, userId: string, { count, isPaid = true, each }: Chunks) {
  const [id, scriptId] = [randomUUID(), randomUUID()]
  const file = { fileName: 'a.wav', sizeBytes: 1, kind: 'audio', contentType: 'audio/wav' } as const
  const script = { id: scriptId, userId, processId: id, keepUntil: new Date(), ...file }
  await db.insertInto('scripts').values(script).execute()
  const secondsTotal = count * CHUNK_SECONDS
  await insertProcess(db, { id, scriptId, userId, isPaid, isForced: false, secondsTotal, ...OPTIONS })
  await db.deleteFrom('tasks').where('processId', '=', id).execute()
  const rows = Array.from({ length: count }, (_, index) => ({
    processId: id,
    kind: 'recognise' as const,
    index,
    startSeconds: index * CHUNK_SECONDS,
    endSeconds: (index + 1) * CHUNK_SECONDS,
    ...each,
  }))
  const tasks = await db.insertInto('tasks').values(rows).returningAll().execute()
  const tasksReady = each.state === 'ready' ? count : 0
  await db.updateTable('processes').set({ tasksReady, tasksLeft: count }).where('id', '=', id).execute()
  return { id, scriptId, tasks }
}
