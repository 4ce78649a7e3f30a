import { randomUUID } from 'node:crypto'

import type { SummaryType } from '@doslovno/domain/summary/types.ts'

import type { Context } from '#context.ts'
import type { Tx } from '#platform/db.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { engineOf, engines } from './engines.ts'
import { compose } from './jobs.ts'
import { insertMaking, isReadingComplete } from './repo.ts'
import { textIdOf } from './text/text-id.ts'
import type { TextMeasure } from './text/text.ts'

type Start = {
  id?: string
  script: ScriptRow
  type: SummaryType
  askedBy: string
  templateId: number | null
  measure: TextMeasure
}

/** Inserts a making; its work is enqueued in the same transaction. */
export async function startMaking(tx: Tx, ctx: Context, start: Start): Promise<void> {
  const { id = randomUUID(), script, measure, ...asked } = start
  const engine = engineOf(ctx, measure)
  const readingId = await engines[engine].open(tx, ctx, script)
  const text = { scriptId: script.id, processId: textIdOf(script), textVersion: script.textVersion }
  await insertMaking(tx, { id, ...asked, ...text, engine, readingId, createdAt: ctx.now() })
  await enqueueCompose(tx, ctx, id, readingId)
}

/** Enqueues the writing unless a reading has to come first; its last part enqueues it then. */
export async function enqueueCompose(tx: Tx, ctx: Context, summaryId: string, readingId: string | null): Promise<void> {
  const isWaiting = readingId !== null && !(await isReadingComplete(tx, readingId))
  if (!isWaiting) await ctx.jobs.enqueue(tx, compose, [{ summaryId }])
}
