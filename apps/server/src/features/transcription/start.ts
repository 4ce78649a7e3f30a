import { randomUUID } from 'node:crypto'

import type { Actor } from '@doslovno/domain/access.ts'
import { canStart, isCompleted } from '@doslovno/domain/script/status.ts'
import type { ProcessOptions } from '@doslovno/domain/upload/options.ts'

import type { Context } from '#context.ts'
import { availableSecondsOf, entitlementsFor } from '#features/billing/index.ts'
import { lockOwnScript, updateScript } from '#features/scripts/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Kept } from '#platform/http/once.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { insertProcess } from './process-repo.ts'

type Start = {
  scriptId: string
  options: ProcessOptions
  /** Process only as much of the beginning as the balance covers. */
  force: boolean
  /** Recognise a script that already has a text; it stays until the new one is ready. */
  again: boolean
}

/** Creates a process with its first task and moves the script to `process`, in one transaction. */
export async function startProcess(ctx: Context, actor: Actor, start: Start, kept?: Kept<string>): Promise<string> {
  const { scriptId, options, force, again } = start
  const { userId } = actor
  const processId = randomUUID()
  const isAffordable = await ctx.db.transaction().execute(async (tx) => {
    const script = await lockOwnScript(tx, scriptId, actor)
    const isWanted = canStart(script.status) || (again && isCompleted(script.status))
    if (!isWanted) throw new AppError('alreadyProcessed')
    if (!(await canAfford(tx, script, force, ctx.now()))) {
      if (!isCompleted(script.status)) await updateScript(tx, scriptId, { status: 'notEnoughMinutes' })
      return false
    }
    const isPaid = (await entitlementsFor(tx, userId, ctx.now())).queueClass === 'paid'
    const secondsTotal = script.durationSeconds ?? 0
    await insertProcess(tx, { id: processId, scriptId, userId, isPaid, secondsTotal, isForced: force, ...options })
    await updateScript(tx, scriptId, { status: 'process', processId, failureCode: null })
    await kept?.(tx, processId)
    return true
  })
  if (!isAffordable) throw new AppError('notEnoughMinutes')
  return processId
}

/** Checks the balance early where the duration is known; the seconds are held once the recording is decoded. */
async function canAfford(tx: Tx, { userId, durationSeconds }: ScriptRow, force: boolean, now: Date): Promise<boolean> {
  const needed = force ? 1 : Math.ceil(durationSeconds ?? 0)
  return (await availableSecondsOf(tx, userId, now)) >= needed
}
