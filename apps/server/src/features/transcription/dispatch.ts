import { randomUUID } from 'node:crypto'

import { chooseWork } from '@doslovno/domain/script/fair-share.ts'

import type { Context } from '#context.ts'

import {
  forgottenProcesses,
  freePlaces,
  handOut,
  readPasses,
  savePasses,
  sayAlive,
  sayGone,
  takeBackLost,
  takeTurn,
  waitingProcesses,
} from './dispatch-repo.ts'
import { finish, task } from './jobs.ts'

const TURN_MS = 400
const ALIVE_MS = 5000
const UNSTICK_MS = 60_000

/** Hands waiting work to the job engine, fairly and never much more than the workers can hold. */
export async function dispatch({ db, jobs }: Context): Promise<number> {
  return db.transaction().execute(async (tx) => {
    if (!(await takeTurn(tx))) return 0
    const places = await freePlaces(tx)
    if (places <= 0) return 0
    const waiting = await waitingProcesses(tx, places)
    if (waiting.length === 0) return 0
    const { choices, passes } = chooseWork(waiting, await readPasses(tx), places)
    await savePasses(tx, passes)
    let handed = 0
    for (const { processId, count } of choices) {
      const tasks = await handOut(tx, processId, count)
      await jobs.enqueue(tx, task, tasks)
      handed += tasks.length
    }
    return handed
  })
}

/** Sets going again what got stuck for a reason nobody thought of. */
export async function unstick({ db, jobs, log }: Context): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await takeTurn(tx))) return
    const lost = await takeBackLost(tx)
    const forgotten = await forgottenProcesses(tx)
    await jobs.enqueue(tx, finish, forgotten)
    if (lost + forgotten.length > 0) log.error({ lost, forgotten: forgotten.length }, 'work was stuck')
  })
}

export type Dispatcher = { stop(): Promise<void> }

/** Every worker says how much it can hold and takes turns at handing out; any one of them is enough. */
export async function startDispatcher(ctx: Context, slots: number): Promise<Dispatcher> {
  const id = randomUUID()
  const complain = (error: unknown) => ctx.log.warn({ err: error }, 'dispatcher')
  await sayAlive(ctx.db, id, slots)
  let turn = Promise.resolve()
  const turns = setInterval(() => {
    turn = turn.then(() => dispatch(ctx).then(() => undefined, complain))
  }, TURN_MS)
  const beats = setInterval(() => void sayAlive(ctx.db, id, slots).catch(complain), ALIVE_MS)
  const unsticks = setInterval(() => void unstick(ctx).catch(complain), UNSTICK_MS)
  return {
    stop: async () => {
      clearInterval(turns)
      clearInterval(unsticks)
      clearInterval(beats)
      await turn
      await sayGone(ctx.db, id).catch(complain)
    },
  }
}
