import { randomUUID } from 'node:crypto'

import type { WebhookMessage } from '@doslovno/contract/webhooks.ts'
import { errorCode, wireText } from '@doslovno/domain/errors.ts'
import type { SummaryType } from '@doslovno/domain/summary/types.ts'
import { type AttemptOutcome, courseAfter, isDelivered, type SwitchOff } from '@doslovno/domain/webhooks/course.ts'

import type { Context } from '#context.ts'
import { sendMail } from '#features/mails/index.ts'
import { scriptById } from '#features/scripts/index.ts'
import { lastEnded } from '#features/transcription/index.ts'
import { isDisabled } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'
import type { ProcessRow, ScriptRow } from '#platform/tables.ts'
import type { WebhookEndpointRow } from '#platform/tables/account.ts'
import { webhookAttempts, webhooksSwitchedOff } from '#platform/telemetry.ts'

import {
  beginAttempt,
  type Begun,
  dueDeliveries,
  endPending,
  findDelivery,
  saveAttempt,
  insertDeliveries,
  insertMessage,
} from './delivery-repo.ts'
import { changeEndpoint, lockEndpoint, takeEndpoint, listeningEndpoints } from './endpoint-repo.ts'
import { deliver } from './jobs.ts'
import { disabledMail } from './mail.ts'
import { signingSecrets } from './secret.ts'
import { wireId } from './view.ts'

/** Longer than the job may take: after that the attempt is lost, and the next one may begin. */
const LEASE_MS = 90_000

/**
 * Makes one attempt of a delivery that is due. An endpoint has one attempt at a time: a delivery that finds it busy
 * stays due.
 */
export async function attemptDelivery(ctx: Context, deliveryId: string, signal: AbortSignal): Promise<void> {
  const begun = await ctx.db.transaction().execute((tx) => begin(tx, ctx, deliveryId))
  if (!begun) return
  const { endpoint, delivery } = begun
  const message = {
    url: endpoint.url,
    secrets: signingSecrets(ctx, endpoint),
    messageId: wireId(delivery.messageId),
    body: JSON.stringify(delivery.payload),
  }
  const outcome = await ctx.webhooks.send(message, ctx.now(), signal)
  webhookAttempts.inc({ outcome: labelOf(outcome) })
  await ctx.db.transaction().execute((tx) => save(tx, ctx, begun, outcome))
}

type Attempt = { endpoint: WebhookEndpointRow; delivery: Begun }

/** Takes the endpoint first, so that of several jobs one begins. */
async function begin(tx: Tx, ctx: Context, deliveryId: string): Promise<Attempt | undefined> {
  const now = ctx.now()
  const until = new Date(now.getTime() + LEASE_MS)
  const found = await findDelivery(tx, deliveryId)
  const endpoint = found && (await takeEndpoint(tx, found.endpointId, now, until))
  if (!endpoint) return undefined
  const delivery = await beginAttempt(tx, deliveryId, now, until)
  if (delivery) return { endpoint, delivery }
  await changeEndpoint(tx, endpoint.id, { busyUntil: null })
  return undefined
}

async function save(tx: Tx, ctx: Context, { endpoint, delivery }: Attempt, outcome: AttemptOutcome): Promise<void> {
  const now = ctx.now()
  const current = await lockEndpoint(tx, endpoint.id)
  if (!current) return
  const { attempts, type } = delivery
  const { failingSince } = current
  const isTest = type === 'webhook.test'
  const course = courseAfter({ attempts, outcome, isTest, failingSince, now, jitter: Math.random() })
  await saveAttempt(tx, delivery, { ...course.delivery, ...resultOf(outcome) })
  const isOurs = current.busyUntil?.getTime() === endpoint.busyUntil?.getTime()
  await changeEndpoint(tx, endpoint.id, { failingSince: course.failingSince, ...(isOurs && { busyUntil: null }) })
  if (course.switchOff && current.isEnabled) await switchOff(tx, ctx, endpoint.id, course.switchOff)
  // An endpoint that fails waits for the next minute, so that it takes no turns from the others.
  else if (isDelivered(outcome)) await enqueueNext(tx, ctx, endpoint.id)
}

function resultOf(outcome: AttemptOutcome) {
  if ('error' in outcome) return { lastStatus: null, lastError: outcome.error }
  return { lastStatus: outcome.status, lastError: isDelivered(outcome) ? null : ('status' as const) }
}

function labelOf(outcome: AttemptOutcome): string {
  return resultOf(outcome).lastError ?? 'delivered'
}

async function switchOff(tx: Tx, ctx: Context, endpointId: string, reason: SwitchOff): Promise<void> {
  await changeEndpoint(tx, endpointId, { isEnabled: false, disabledAt: ctx.now(), disabledReason: reason })
  await endPending(tx, endpointId)
  await sendMail(ctx, tx, disabledMail, { endpointId })
  webhooksSwitchedOff.inc({ reason })
}

async function enqueueNext(tx: Tx, ctx: Context, endpointId: string): Promise<void> {
  const due = await dueDeliveries(tx, ctx.now(), endpointId)
  await ctx.jobs.enqueue(tx, deliver, due.map((deliveryId) => ({ deliveryId }))) // prettier-ignore
}

/** Enqueues one delivery of every endpoint that has some due: retries, and what a crash left behind. */
export async function enqueueDue(ctx: Context): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const due = (await dueDeliveries(tx, ctx.now())).map((deliveryId) => ({ deliveryId }))
    await ctx.jobs.enqueue(tx, deliver, await ctx.jobs.withoutJob(tx, deliver, due))
  })
}

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

/** Writes the message and a delivery for every endpoint that wants it, once per cause; a disabled account is not told. */
async function tell(ctx: Context, { id: scriptId, userId }: ScriptRow, { cause, message }: News): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (await isDisabled(tx, userId)) return
    const endpoints = await listeningEndpoints(tx, userId, message.type)
    if (endpoints.length === 0) return
    const [messageId, createdAt] = [randomUUID(), ctx.now()]
    if (!(await insertMessage(tx, { id: messageId, userId, scriptId, cause, message, createdAt }))) return
    const deliveries = endpoints.map((one) => ({ id: randomUUID(), endpointId: one.id, messageId, createdAt }))
    await insertDeliveries(tx, deliveries)
    await ctx.jobs.enqueue(tx, deliver, deliveries.map(({ id }) => ({ deliveryId: id }))) // prettier-ignore
  })
}
