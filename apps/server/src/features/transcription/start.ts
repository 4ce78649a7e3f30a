import { randomUUID } from 'node:crypto'

import { canStart } from '@doslovno/domain/script/status.ts'

import type { Context } from '#context.ts'
import { lockOwnScript, updateScript } from '#features/scripts/index.ts'
import { AppError } from '#platform/errors.ts'

import { prepare } from './jobs.ts'
import { insertProcess } from './repo.ts'

type Start = { scriptId: string; userId: string; language: string }

/** Starts a run over the recording: the row, its process and the job come to life together or not at all. */
export async function startProcess({ db, jobs }: Context, { scriptId, userId, language }: Start): Promise<string> {
  const processId = randomUUID()
  await db.transaction().execute(async (tx) => {
    const script = await lockOwnScript(tx, scriptId, userId)
    if (!canStart(script.status)) throw new AppError('alreadyProcessed')
    await insertProcess(tx, { id: processId, scriptId, language })
    await updateScript(tx, scriptId, { status: 'process', processId })
    await jobs.enqueue(tx, prepare, [{ processId }])
  })
  return processId
}
