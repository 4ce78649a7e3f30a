import { randomUUID } from 'node:crypto'

import type { Actor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'

import { type Delivery, findDelivery, insertDeliveries, insertMessage, restartDelivery } from './delivery-repo.ts'
import { deliver } from './jobs.ts'
import { lockOwnEndpoint } from './manage.ts'

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
