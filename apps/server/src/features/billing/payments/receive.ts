import type { Input } from '@doslovno/contract/endpoint.ts'
import type { receiveYookassa } from '@doslovno/contract/payments.ts'

import type { Context } from '#context.ts'
import { AppError } from '#platform/errors.ts'
import { notificationsRefused } from '#platform/telemetry.ts'

import { insertEvent } from './event-repo.ts'
import { check } from './jobs.ts'

type Notification = Input<typeof receiveYookassa>['body']

/**
 * Stores a notification and has its payment checked. Nothing in it is believed: it has no signature. To others than the
 * provider the endpoint does not exist.
 */
export async function receiveNotification(ctx: Context, notification: Notification, address: string): Promise<void> {
  if (!ctx.payments?.isProviderAddress(address)) return refuse(ctx, address)
  const { event, object } = notification
  const providerId = paymentOf(notification)
  await ctx.db.transaction().execute(async (tx) => {
    const body = JSON.stringify(notification)
    await insertEvent(tx, { event, objectId: object.id, receivedAt: ctx.now(), body })
    if (providerId) await ctx.jobs.enqueue(tx, check, [{ providerId }])
  })
}

function refuse(ctx: Context, address: string): never {
  notificationsRefused.inc()
  ctx.log.warn({ address }, 'a notification did not come from the payment provider')
  throw new AppError('notFound')
}

const LONGEST_ID = 100

/** The provider's id of the payment that an event is about; refunds name theirs. */
function paymentOf({ event, object }: Notification): string | undefined {
  if (event.startsWith('payment.')) return object.id
  const { payment_id: id } = object
  return event.startsWith('refund.') && typeof id === 'string' && id.length <= LONGEST_ID ? id : undefined
}
