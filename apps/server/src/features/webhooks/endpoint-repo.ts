import type { WebhookEvent } from '@doslovno/contract/webhooks.ts'
import { sql } from 'kysely'

import type { Db, Tx } from '#platform/db.ts'
import type { WebhookEndpointRow } from '#platform/tables/account.ts'

/** Oldest first. */
export function endpointsOf(db: Db, userId: string): Promise<WebhookEndpointRow[]> {
  return db
    .selectFrom('webhookEndpoints')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Endpoints of a user that are on and want this event. */
export function listeningEndpoints(db: Db, userId: string, event: WebhookEvent): Promise<{ id: string }[]> {
  return db
    .selectFrom('webhookEndpoints')
    .select('id')
    .where('userId', '=', userId)
    .where('isEnabled', '=', true)
    .where(sql<boolean>`${event} = any(events)`)
    .execute()
}

export function findEndpoint(db: Db, id: string): Promise<WebhookEndpointRow | undefined> {
  return db.selectFrom('webhookEndpoints').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks before its deliveries are changed, always in this order. */
export function lockEndpoint(tx: Tx, id: string): Promise<WebhookEndpointRow | undefined> {
  return tx.selectFrom('webhookEndpoints').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

type NewEndpoint = Pick<WebhookEndpointRow, 'id' | 'userId' | 'url' | 'events' | 'secretSealed' | 'createdAt'>

export function insertEndpoint(db: Db, endpoint: NewEndpoint): Promise<WebhookEndpointRow> {
  return db.insertInto('webhookEndpoints').values(endpoint).returningAll().executeTakeFirstOrThrow()
}

export type EndpointChanges = Partial<Omit<WebhookEndpointRow, 'id' | 'userId' | 'createdAt'>>

export function changeEndpoint(db: Db, id: string, changes: EndpointChanges): Promise<WebhookEndpointRow> {
  return db.updateTable('webhookEndpoints').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** With its deliveries. */
export async function deleteEndpoint(db: Db, id: string): Promise<void> {
  await db.deleteFrom('webhookEndpoints').where('id', '=', id).execute()
}

/** Those made since a moment, or sent to another address since; false if there are none. */
export async function deleteEndpointsSince(db: Db, userId: string, since: Date): Promise<boolean> {
  const deleted = await db
    .deleteFrom('webhookEndpoints')
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('createdAt', '>=', since), eb('urlSince', '>=', since)]))
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Begins an attempt: an endpoint has one at a time. Undefined if it is busy, off or gone. */
export function takeEndpoint(tx: Tx, id: string, now: Date, busyUntil: Date): Promise<WebhookEndpointRow | undefined> {
  return tx
    .updateTable('webhookEndpoints')
    .set({ busyUntil })
    .where('id', '=', id)
    .where('isEnabled', '=', true)
    .where((eb) => eb.or([eb('busyUntil', 'is', null), eb('busyUntil', '<=', now)]))
    .returningAll()
    .executeTakeFirst()
}

/** Webhooks of a person without their secrets, for the archive of their data. */
export async function exportOf(db: Db, userId: string) {
  const endpoints = await db
    .selectFrom('webhookEndpoints')
    .select(['id', 'url', 'events', 'isEnabled', 'disabledAt', 'failingSince', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  const messages = await db
    .selectFrom('webhookMessages')
    .select(['id', 'type', 'payload', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  const deliveries = await db
    .selectFrom('webhookDeliveries')
    .innerJoin('webhookEndpoints', 'webhookEndpoints.id', 'endpointId')
    .select(['endpointId', 'messageId', 'state', 'attempts', 'webhookDeliveries.createdAt', 'lastAttemptAt'])
    .select(['lastStatus', 'lastError'])
    .where('webhookEndpoints.userId', '=', userId)
    .orderBy('webhookDeliveries.createdAt')
    .execute()
  return { endpoints, messages, deliveries }
}
