import { randomUUID } from 'node:crypto'

import type { WebhookEvent } from '@doslovno/contract/webhooks.ts'
import type { Actor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/operations/index.ts'
import { lockUser } from '#features/users/index.ts'
import type { Db, Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Kept } from '#platform/http/once.ts'
import type { WebhookEndpointRow } from '#platform/tables/account.ts'

import {
  endPending,
  type Delivery,
  findDelivery,
  insertDeliveries,
  insertMessage,
  restartDelivery,
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
  { id, url, events, isEnabled }: Edit & { id: string },
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
    return Object.keys(changes).length > 0 ? changeEndpoint(tx, id, changes) : endpoint
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
