import { randomUUID } from 'node:crypto'

import type { WebhookMessage } from '@doslovno/contract/webhooks.ts'
import { errorCode, wireText } from '@doslovno/domain/errors.ts'
import type { SummaryType } from '@doslovno/domain/summary/types.ts'

import type { Context } from '#context.ts'
import { scriptById } from '#features/scripts/index.ts'
import { lastEnded } from '#features/transcription/index.ts'
import type { ProcessRow, ScriptRow } from '#platform/tables.ts'

import { insertDeliveries, insertMessage } from './delivery-repo.ts'
import { listeningEndpoints } from './endpoint-repo.ts'
import { deliver } from './jobs.ts'

/** Tells how the processing of a script ended; a cancelled one is not told: its owner knows. */
export async function tellScript(ctx: Context, scriptId: string): Promise<void> {
  const script = await scriptById(ctx.db, scriptId)
  const process = script && (await lastEnded(ctx.db, scriptId))
  if (!process || process.errorCode === 'cancelled') return
  await tell(ctx, script, { cause: `process:${process.id}`, message: messageOf(ctx, script, process) })
}

type Written = { summaryId: string; scriptId: string; type: SummaryType }

export async function tellSummary(ctx: Context, { summaryId, scriptId, type }: Written): Promise<void> {
  const script = await scriptById(ctx.db, scriptId)
  if (!script) return
  const data = { summary: { scriptId, type, status: 'complete' as const } }
  const message = { type: 'summary.completed' as const, timestamp: ctx.now().toISOString(), data }
  await tell(ctx, script, { cause: `summary:${summaryId}`, message })
}

function messageOf(ctx: Context, { id, fileName, status, durationSeconds }: ScriptRow, process: ProcessRow) {
  const url = `${ctx.config.publicUrl}/files/${id}`
  const script = { id, fileName, status, duration: durationSeconds, url }
  const timestamp = (process.finishedAt ?? ctx.now()).toISOString()
  if (process.status === 'complete') return { type: 'script.completed' as const, timestamp, data: { script } }
  const code = process.errorCode ?? 'processingFailed'
  const failed = { ...script, error: wireText(code), errorCode: errorCode(code) }
  return { type: 'script.failed' as const, timestamp, data: { script: failed } }
}

type News = { cause: string; message: Exclude<WebhookMessage, { type: 'webhook.test' }> }

/** Writes the message and a delivery for every endpoint that wants it, once per cause. */
async function tell(ctx: Context, { id: scriptId, userId }: ScriptRow, { cause, message }: News): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const endpoints = await listeningEndpoints(tx, userId, message.type)
    if (endpoints.length === 0) return
    const [messageId, createdAt] = [randomUUID(), ctx.now()]
    if (!(await insertMessage(tx, { id: messageId, userId, scriptId, cause, message, createdAt }))) return
    const deliveries = endpoints.map((one) => ({ id: randomUUID(), endpointId: one.id, messageId, createdAt }))
    await insertDeliveries(tx, deliveries)
    await ctx.jobs.enqueue(tx, deliver, deliveries.map(({ id }) => ({ deliveryId: id }))) // prettier-ignore
  })
}
