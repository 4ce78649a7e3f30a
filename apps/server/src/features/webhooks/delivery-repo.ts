import type { WebhookMessage } from '@doslovno/contract/webhooks.ts'

import { daysBefore, deleteInBatches } from '#platform/batches.ts'
import type { Db, Tx } from '#platform/db.ts'
import type { WebhookDeliveryRow } from '#platform/tables/account.ts'

/** A delivery with the type of its message. */
export type Delivery = WebhookDeliveryRow & { type: WebhookMessage['type'] }

export type NewMessage = {
  id: string
  userId: string
  scriptId: string | null
  cause: string | null
  message: WebhookMessage
  createdAt: Date
}

/** Returns false if this cause was told already. */
export async function insertMessage(tx: Tx, { message, ...row }: NewMessage): Promise<boolean> {
  const inserted = await tx
    .insertInto('webhookMessages')
    .values({ ...row, type: message.type, payload: JSON.stringify(message) })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

type NewDelivery = Pick<WebhookDeliveryRow, 'id' | 'endpointId' | 'messageId' | 'createdAt'>

/** Due at once. */
export async function insertDeliveries(tx: Tx, deliveries: readonly NewDelivery[]): Promise<void> {
  await tx
    .insertInto('webhookDeliveries')
    .values(deliveries.map((delivery) => ({ ...delivery, nextAttemptAt: delivery.createdAt })))
    .execute()
}

const deliveries = (db: Db) =>
  db
    .selectFrom('webhookDeliveries as delivery')
    .innerJoin('webhookMessages as message', 'message.id', 'delivery.messageId')
    .selectAll('delivery')
    .select('message.type')

export function findDelivery(db: Db, id: string): Promise<Delivery | undefined> {
  return deliveries(db).where('delivery.id', '=', id).executeTakeFirst()
}

type Page = { page: number; pageSize: number }

/** Newest first. */
export async function listPage(db: Db, endpointId: string, { page, pageSize }: Page) {
  const counted = db
    .selectFrom('webhookDeliveries')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('endpointId', '=', endpointId)
  const data = await deliveries(db)
    .where('endpointId', '=', endpointId)
    .orderBy('delivery.createdAt', 'desc')
    .orderBy('delivery.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { data, total: (await counted.executeTakeFirstOrThrow()).total }
}

/** An attempt under way; its number tells it from a later one. */
export type Begun = Delivery & { payload: WebhookMessage }

/** Counts an attempt of a delivery that is due. `until`: when it is due again if this attempt is lost. */
export async function beginAttempt(tx: Tx, id: string, now: Date, until: Date): Promise<Begun | undefined> {
  return tx
    .updateTable('webhookDeliveries as delivery')
    .from('webhookMessages as message')
    .set((eb) => ({ attempts: eb('delivery.attempts', '+', 1), lastAttemptAt: now, nextAttemptAt: until }))
    .whereRef('message.id', '=', 'delivery.messageId')
    .where('delivery.id', '=', id)
    .where('delivery.state', '=', 'pending')
    .where('delivery.nextAttemptAt', '<=', now)
    .returningAll('delivery')
    .returning(['message.type', 'message.payload'])
    .executeTakeFirst()
}

type Ended = Pick<WebhookDeliveryRow, 'state' | 'nextAttemptAt' | 'lastStatus' | 'lastError'>

/** Saves the outcome, unless the delivery was ended or sent anew meanwhile. What arrived has arrived in any case. */
export async function saveAttempt(tx: Tx, { id, attempts }: Begun, outcome: Ended): Promise<void> {
  const saving = tx.updateTable('webhookDeliveries').set(outcome).where('id', '=', id).where('attempts', '=', attempts)
  await (outcome.state === 'delivered' ? saving : saving.where('state', '=', 'pending')).execute()
}

/** Ends what waits for an endpoint that is off. */
export async function endPending(tx: Tx, endpointId: string): Promise<void> {
  await tx
    .updateTable('webhookDeliveries')
    .set({ state: 'failed', nextAttemptAt: null })
    .where('endpointId', '=', endpointId)
    .where('state', '=', 'pending')
    .execute()
}

/** Makes a delivery due now; one that has ended begins its attempts anew. */
export async function restartDelivery(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('webhookDeliveries')
    .set((eb) => ({
      state: 'pending',
      attempts: eb.case().when('state', '=', 'pending').then(eb.ref('attempts')).else(0).end(),
      nextAttemptAt: now,
    }))
    .where('id', '=', id)
    .execute()
}

/** Makes due what was given up since a moment; returns how many. */
export async function restartFailed(tx: Tx, endpointId: string, since: Date, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('webhookDeliveries')
    .from('webhookMessages')
    .set({ state: 'pending', attempts: 0, nextAttemptAt: now })
    .whereRef('webhookMessages.id', '=', 'webhookDeliveries.messageId')
    .where('webhookMessages.type', '!=', 'webhook.test')
    .where('webhookDeliveries.endpointId', '=', endpointId)
    .where('webhookDeliveries.state', '=', 'failed')
    .where('webhookDeliveries.createdAt', '>=', since)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The delivery of each endpoint that has waited longest; busy endpoints are left out. */
export async function dueDeliveries(tx: Tx, now: Date, endpointId?: string): Promise<string[]> {
  const due = tx
    .selectFrom('webhookDeliveries as delivery')
    .innerJoin('webhookEndpoints as endpoint', 'endpoint.id', 'delivery.endpointId')
    .select('delivery.id')
    .distinctOn('delivery.endpointId')
    .where('delivery.state', '=', 'pending')
    .where('delivery.nextAttemptAt', '<=', now)
    .where('endpoint.isEnabled', '=', true)
    .where((eb) => eb.or([eb('endpoint.busyUntil', 'is', null), eb('endpoint.busyUntil', '<=', now)]))
    .orderBy('delivery.endpointId')
    .orderBy('delivery.nextAttemptAt')
    .orderBy('delivery.createdAt')
  const rows = await (endpointId ? due.where('delivery.endpointId', '=', endpointId) : due).execute()
  return rows.map(({ id }) => id)
}

const KEPT_DAYS = 30

/** Deletes messages with their deliveries; returns how many. */
export function forgetOld(db: Db, now: Date): Promise<number> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('webhookMessages')
      .where('id', 'in', (eb) =>
        eb.selectFrom('webhookMessages').select('id').where('createdAt', '<', daysBefore(now, KEPT_DAYS)).limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}
