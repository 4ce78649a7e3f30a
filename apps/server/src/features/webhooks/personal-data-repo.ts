import type { Db } from '#platform/db.ts'

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
