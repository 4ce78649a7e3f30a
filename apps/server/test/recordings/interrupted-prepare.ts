import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

import { scopes } from '@doslovno/domain/access.ts'
import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { type KyselyPlugin, sql } from 'kysely'

import type { Context, SpeechContext } from '#context.ts'
import { insertScript, originalKey } from '#features/scripts/index.ts'
import { startProcess } from '#features/transcription/start.ts'
import { giveUpTask, runTask } from '#features/transcription/tasks/run.ts'
import type { Db } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'

const SECONDS = 60
const OPTIONS = {
  mediaType: 'other',
  speakersCount: -2,
  language: 'auto',
  badQuality: false,
  templateId: null,
} as const

/** An action of the owner while the recording is prepared. */
export type Interruption = (scriptId: string) => Promise<unknown>

export type InterruptedRun = {
  scriptId: string
  processId: string
  /** False if prepare has fewer awaits than `at`: it ran to its end undisturbed. */
  isInterrupted: boolean
}

/**
 * Prepares a recording of a user and interrupts it at the `at`-th await, counted from 0. An await is every query, and
 * the start and the end of every call of storage, media and speech. An interruption that waits for a lock of prepare
 * goes on once prepare has committed.
 */
export async function interruptPrepare(
  ctx: Context,
  userId: string,
  at: number,
  interrupt: Interruption,
): Promise<InterruptedRun> {
  const { scriptId, processId } = await startedProcess(ctx, userId)
  let awaits = 0
  let interruption: Promise<unknown> | undefined
  const step = async () => {
    if (awaits++ !== at) return
    interruption = interrupt(scriptId)
    await endedOrBlocked(ctx.db, interruption)
  }

  await prepare(withSteps(ctx, step), processId)

  await interruption
  return { scriptId, processId, isInterrupted: interruption !== undefined }
}

/** An uploaded file whose process waits in a worker's hands for its first task. */
async function startedProcess(ctx: Context, userId: string) {
  const scriptId = randomUUID()
  const file = { fileName: 'talk.wav', sizeBytes: 10, kind: 'audio', contentType: 'audio/wav' } as const
  const keepUntil = new Date(Date.now() + 1e10)
  await insertScript(ctx.db, { id: scriptId, userId, ...file, uploadedAt: ctx.now(), keepUntil })
  await ctx.storage.put(originalKey(scriptId), Readable.from([Buffer.alloc(10)]), { contentType: 'audio/wav' })
  const actor = { kind: 'session', userId, sessionId: randomUUID(), scopes } as const
  const processId = await startProcess(ctx, actor, { scriptId, options: OPTIONS, force: false, again: false })
  await ctx.db.updateTable('tasks').set({ state: 'queued' }).where('processId', '=', processId).execute()
  return { scriptId, processId }
}

/** Runs the task as the job engine does: a final failure gives it up, any other would be retried. */
async function prepare(ctx: SpeechContext, processId: string): Promise<void> {
  const key = { processId, kind: 'prepare', index: 0 } as const
  try {
    await runTask(ctx, key, new AbortController().signal)
  } catch (error) {
    if (error instanceof AppError) await giveUpTask(ctx, key, error)
  }
}

type Step = () => Promise<void>

/** The context of a worker that pauses at every await. Only the decoder and the engine are stand-ins. */
function withSteps(ctx: Context, step: Step): SpeechContext {
  const media = {
    probe: async () => ({ kind: 'audio', durationSeconds: SECONDS }),
    decode: async (_path: string, folder: string) => {
      const path = join(folder, 'audio.pcm')
      await writeFile(path, Buffer.alloc(SECONDS * BYTES_PER_SECOND, 1))
      return path
    },
  }
  const speech = { identifyLanguage: async () => 'ru' }
  const stepped = { storage: ctx.storage, media, speech }
  const calls = Object.entries(stepped).map(([name, part]) => [name, withStepsAround(part, step)])
  return { ...ctx, ...Object.fromEntries(calls), db: ctx.db.withPlugin(afterEveryQuery(step)) } as SpeechContext
}

function withStepsAround<T extends object>(part: T, step: Step): T {
  return new Proxy(part, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return async (...args: unknown[]) => {
        await step()
        const result: unknown = await Reflect.apply(member, target, args)
        await step()
        return result
      }
    },
  })
}

function afterEveryQuery(step: Step): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await step()
      return result
    },
  }
}

/** Waits until the work has ended or waits for a lock in the database. */
async function endedOrBlocked(db: Db, work: Promise<unknown>): Promise<void> {
  let isEnded = false
  const ended = () => void (isEnded = true)
  work.then(ended, ended)
  while (!isEnded && !(await isAnyBlocked(db))) await wait(5)
}

async function isAnyBlocked(db: Db): Promise<boolean> {
  const { rows } = await sql<{ blocked: boolean }>`
    select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as blocked`.execute(db)
  return rows[0]?.blocked === true
}
