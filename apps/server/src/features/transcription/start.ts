import { randomUUID } from 'node:crypto'

import { canStart, isCompleted } from '@doslovno/domain/script/status.ts'
import type { ProcessOptions } from '@doslovno/domain/upload/options.ts'

import type { Context } from '#context.ts'
import { availableSecondsOf, hasPaidTariff } from '#features/billing/index.ts'
import { lockOwnScript, updateScript } from '#features/scripts/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { insertProcess } from './process-repo.ts'

type Start = {
  scriptId: string
  userId: string
  options: ProcessOptions
  /** Process as much of the beginning as there are minutes for. */
  force: boolean
  /** Recognise anew what has a text already; the text stays until there is another one. */
  again: boolean
}

/** Starts a run over the recording: the row, its process and its first piece of work come to life together. */
export async function startProcess(ctx: Context, start: Start): Promise<string> {
  const { scriptId, userId, options, force, again } = start
  const processId = randomUUID()
  const isAffordable = await ctx.db.transaction().execute(async (tx) => {
    const script = await lockOwnScript(tx, scriptId, userId)
    const isWanted = canStart(script.status) || (again && isCompleted(script.status))
    if (!isWanted) throw new AppError('alreadyProcessed')
    if (!(await canAfford(tx, script, force, ctx.now()))) {
      if (!isCompleted(script.status)) await updateScript(tx, scriptId, { status: 'notEnoughMinutes' })
      return false
    }
    const isPaid = await hasPaidTariff(tx, userId)
    const secondsTotal = script.durationSeconds ?? 0
    await insertProcess(tx, { id: processId, scriptId, userId, isPaid, secondsTotal, isForced: force, ...options })
    await updateScript(tx, scriptId, { status: 'process', processId, failureCode: null })
    return true
  })
  if (!isAffordable) throw new AppError('notEnoughMinutes')
  return processId
}

/** Told at once where the length is known; the seconds themselves are held when the recording is decoded. */
async function canAfford(tx: Tx, { userId, durationSeconds }: ScriptRow, force: boolean, now: Date): Promise<boolean> {
  const needed = force ? 1 : Math.ceil(durationSeconds ?? 0)
  return (await availableSecondsOf(tx, userId, now)) >= needed
}
