import { randomUUID } from 'node:crypto'

import type { WebhookEvent } from '@doslovno/contract/webhooks.ts'
import type { Actor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { sendMail } from '#features/mails/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import { lockUser } from '#features/users/index.ts'
import type { Db, Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Kept } from '#platform/http/once.ts'
import type { WebhookEndpointRow } from '#platform/tables/account.ts'

import {
  dueDeliveries,
  endPending,
  type Delivery,
  findDelivery,
  insertDeliveries,
  insertMessage,
  restartDelivery,
  restartFailed,
} from './delivery-repo.ts'
import {
  changeEndpoint,
  deleteEndpoint,
  type EndpointChanges,
  endpointsOf,
  findEndpoint,
  insertEndpoint,
  lockEndpoint,
} from './endpoint-repo.ts'
import { deliver } from './jobs.ts'
import { movedMail } from './mail.ts'
import { sealNewSecret } from './secret.ts'

const MOST_ENDPOINTS = 5

type Wanted = { url: string; events: readonly WebhookEvent[] }

export async function createEndpoint(
  ctx: Context,
  { userId }: Actor,
  { url, events, address }: Wanted & { address: string },
  kept: Kept<WebhookEndpointRow>,
): Promise<WebhookEndpointRow> {
  const checked = checkUrl(ctx, url)
  const id = randomUUID()
  return ctx.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    if ((await endpointsOf(tx, userId)).length >= MOST_ENDPOINTS) throw new AppError('tooManyWebhooks')
    await recordAudit(tx, { kind: 'webhookCreated', userId, address, details: { webhookId: id } })
    const secretSealed = sealNewSecret(ctx, id)
    const row = { id, userId, url: checked, events: unique(events), secretSealed, createdAt: ctx.now() }
    const endpoint = await insertEndpoint(tx, row)
    await kept(tx, endpoint)
    return endpoint
  })
}

type Edit = { url?: string | undefined; events?: WebhookEvent[] | undefined; isEnabled?: boolean | undefined }

export async function editEndpoint(
  ctx: Context,
  actor: Actor,
  { id, url, events, isEnabled, address }: Edit & { id: string; address: string },
): Promise<WebhookEndpointRow> {
  const changes: EndpointChanges = {
    // Failures of the old address say nothing about the new one.
    ...(url !== undefined && { url: checkUrl(ctx, url), urlSince: ctx.now(), failingSince: null }),
    ...(events && { events: unique(events) }),
    ...(isEnabled !== undefined && { isEnabled, disabledAt: null, disabledReason: null, failingSince: null }),
  }
  return ctx.db.transaction().execute(async (tx) => {
    const endpoint = await lockOwnEndpoint(tx, id, actor)
    if (isEnabled === false) await endPending(tx, id)
    if (changes.url !== undefined && changes.url !== endpoint.url) await tellNewUrl(ctx, tx, endpoint, address)
    return Object.keys(changes).length > 0 ? changeEndpoint(tx, id, changes) : endpoint
  })
}

/** A stolen session or key could lead the events away. */
async function tellNewUrl(ctx: Context, tx: Tx, { id, userId }: WebhookEndpointRow, address: string): Promise<void> {
  await recordAudit(tx, { kind: 'webhookUrlChanged', userId, address, details: { webhookId: id } })
  await sendMail(ctx, tx, movedMail, { endpointId: id })
}

const OLD_SECRET_MS = 24 * 3600 * 1000

/** Both secrets sign for a day. */
export async function rotateSecret(
  ctx: Context,
  actor: Actor,
  { id, address }: { id: string; address: string },
): Promise<WebhookEndpointRow> {
  const previousUntil = new Date(ctx.now().getTime() + OLD_SECRET_MS)
  return ctx.db.transaction().execute(async (tx) => {
    const { secretSealed: previousSealed } = await lockOwnEndpoint(tx, id, actor)
    await recordAudit(tx, { kind: 'webhookSecretRotated', userId: actor.userId, address, details: { webhookId: id } })
    return changeEndpoint(tx, id, { secretSealed: sealNewSecret(ctx, id), previousSealed, previousUntil })
  })
}

export async function removeEndpoint(ctx: Context, actor: Actor, id: string, address: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await lockOwnEndpoint(tx, id, actor)
    await deleteEndpoint(tx, id)
    await recordAudit(tx, { kind: 'webhookDeleted', userId: actor.userId, address, details: { webhookId: id } })
  })
}

/** An endpoint of another user is indistinguishable from a missing one. */
export async function ownEndpoint(db: Db, id: string, actor: Actor): Promise<WebhookEndpointRow> {
  return owned(await findEndpoint(db, id), actor)
}

export async function lockOwnEndpoint(tx: Tx, id: string, actor: Actor): Promise<WebhookEndpointRow> {
  return owned(await lockEndpoint(tx, id), actor)
}

function owned(endpoint: WebhookEndpointRow | undefined, { userId }: Actor): WebhookEndpointRow {
  if (endpoint?.userId !== userId) throw new AppError('notFound')
  return endpoint
}

/** A name that leads into our network is found out only when a message is sent. */
function checkUrl({ webhooks }: Context, text: string): string {
  const refusal = webhooks.refusalOf(text)
  if (refusal) throw new AppError('webhookRefused', { fields: { url: { code: `webhook.${refusal}`, message: refusal } } }) // prettier-ignore
  const url = new URL(text)
  // A fragment is never sent.
  url.hash = ''
  return url.href
}

function unique(events: readonly WebhookEvent[]): WebhookEvent[] {
  return [...new Set(events)]
}

/** Sends `webhook.test` to one endpoint. */
export async function sendTest(ctx: Context, actor: Actor, endpointId: string): Promise<Delivery> {
  return sending(ctx, actor, endpointId, async (tx) => {
    const [id, messageId, createdAt] = [randomUUID(), randomUUID(), ctx.now()]
    const data = { webhook: { id: endpointId } }
    const message = { type: 'webhook.test' as const, timestamp: createdAt.toISOString(), data }
    const { userId } = actor
    await insertMessage(tx, { id: messageId, userId, scriptId: null, cause: null, message, createdAt })
    await insertDeliveries(tx, [{ id, endpointId, messageId, createdAt }])
    return id
  })
}

type Sent = { endpointId: string; deliveryId: string }

/** Sends a message again, with the same id. */
export async function replay(ctx: Context, actor: Actor, { endpointId, deliveryId }: Sent): Promise<Delivery> {
  return sending(ctx, actor, endpointId, async (tx) => {
    const delivery = await findDelivery(tx, deliveryId)
    if (delivery?.endpointId !== endpointId) throw new AppError('notFound')
    await restartDelivery(tx, deliveryId, ctx.now())
    return deliveryId
  })
}

/** Sends again what was given up since a moment; each delivery that arrives brings the next. */
export async function replayFailed(
  ctx: Context,
  actor: Actor,
  { endpointId, since }: { endpointId: string; since: Date },
): Promise<number> {
  await ctx.rateLimits.spend('webhooksByUser', actor.userId)
  return ctx.db.transaction().execute(async (tx) => {
    const { isEnabled } = await lockOwnEndpoint(tx, endpointId, actor)
    if (!isEnabled) throw new AppError('webhookOff')
    const count = await restartFailed(tx, endpointId, since, ctx.now())
    const [first] = await dueDeliveries(tx, ctx.now(), endpointId)
    if (first) await ctx.jobs.enqueue(tx, deliver, [{ deliveryId: first }])
    return count
  })
}

/** `prepare` makes a delivery due and returns its id. */
async function sending(
  ctx: Context,
  actor: Actor,
  endpointId: string,
  prepare: (tx: Tx) => Promise<string>,
): Promise<Delivery> {
  await ctx.rateLimits.spend('webhooksByUser', actor.userId)
  return ctx.db.transaction().execute(async (tx) => {
    const { isEnabled } = await lockOwnEndpoint(tx, endpointId, actor)
    if (!isEnabled) throw new AppError('webhookOff')
    const deliveryId = await prepare(tx)
    await ctx.jobs.enqueue(tx, deliver, [{ deliveryId }])
    const delivery = await findDelivery(tx, deliveryId)
    if (!delivery) throw new AppError('notFound')
    return delivery
  })
}
