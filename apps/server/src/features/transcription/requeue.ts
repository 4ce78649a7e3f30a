import { type SessionActor, scopes } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { scriptById } from '#features/scripts/index.ts'
import { AppError } from '#platform/errors.ts'
import type { ProcessRow } from '#platform/tables.ts'

import { giveUpProcess } from './give-up.ts'
import { finish, task } from './jobs.ts'
import { findProcess, idleProcesses } from './process-repo.ts'
import { startProcess } from './start.ts'

export type RequeueRefusal = 'unknown' | 'complete' | 'running'

/**
 * For an operator: processes a file again with the options of its last process, which is stuck or ended with an error.
 * `id` is of the file or of its process. Returns the new process.
 */
export async function requeueScript(ctx: Context, id: string): Promise<{ processId: string } | RequeueRefusal> {
  const process = await currentProcess(ctx, id)
  if (!process) return 'unknown'
  if (process.status === 'complete') return 'complete'
  if (process.status === 'processing') {
    if ((await withoutWork(ctx, [process])).length === 0) return 'running'
    // A cancel tells the owner nothing: from outside, the file simply goes on.
    await giveUpProcess(ctx, process.id, new AppError('cancelled'))
  }
  return { processId: await startAgain(ctx, process) }
}

/** Processes that run but have neither a ready task nor a job. */
export async function stuckProcesses(ctx: Context): Promise<ProcessRow[]> {
  return withoutWork(ctx, await idleProcesses(ctx.db))
}

async function currentProcess(ctx: Context, id: string): Promise<ProcessRow | undefined> {
  const processId = (await scriptById(ctx.db, id))?.processId ?? id
  const process = await findProcess(ctx.db, processId)
  const script = process && (await scriptById(ctx.db, process.scriptId))
  return script?.processId === processId ? process : undefined
}

async function withoutWork({ db, jobs }: Context, processes: readonly ProcessRow[]): Promise<ProcessRow[]> {
  const idle = processes.filter(({ tasksReady }) => tasksReady === 0)
  return db.transaction().execute(async (tx) => {
    const withoutTask = await jobs.withoutJob(
      tx,
      task,
      idle.map(({ id }) => ({ processId: id })),
    )
    const stuck = new Set((await jobs.withoutJob(tx, finish, withoutTask)).map(({ processId }) => processId))
    return idle.filter(({ id }) => stuck.has(id))
  })
}

function startAgain(ctx: Context, process: ProcessRow): Promise<string> {
  const { scriptId, userId, mediaType, speakersCount, language, badQuality, templateId, isForced } = process
  const owner: SessionActor = { kind: 'session', userId, sessionId: '', scopes }
  const vocabulary = process.vocabulary?.asked
  const options = { mediaType, speakersCount, language, badQuality, templateId, vocabulary }
  return startProcess(ctx, owner, { scriptId, options, force: isForced, again: true })
}
