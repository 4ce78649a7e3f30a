import type { WebhookDelivery, WebhookEndpoint } from '@doslovno/contract/webhooks.ts'

import type { Context } from '#context.ts'
import type { WebhookEndpointRow } from '#platform/tables/account.ts'

import type { Delivery } from './delivery-repo.ts'
import { secretOf } from './secret.ts'

/** The secret forges events, so a key that only reads must not get it. */
export function endpointView(ctx: Context, endpoint: WebhookEndpointRow, hasSecret: boolean): WebhookEndpoint {
  const { id, url, events, isEnabled, disabledAt, disabledReason, createdAt } = endpoint
  return {
    id,
    url,
    events,
    secret: hasSecret ? secretOf(ctx, endpoint) : null,
    isEnabled,
    disabledAt: disabledAt?.toISOString() ?? null,
    disabledReason,
    createdAt: createdAt.toISOString(),
  }
}

export function deliveryView(delivery: Delivery): WebhookDelivery {
  const { id, messageId, type, state, attempts, createdAt, lastAttemptAt, nextAttemptAt, lastStatus, lastError } =
    delivery
  return {
    id,
    messageId: wireId(messageId),
    type,
    state,
    attempts,
    createdAt: createdAt.toISOString(),
    lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    lastStatus,
    lastError,
  }
}

/** The header `webhook-id`. */
export function wireId(messageId: string): string {
  return `msg_${messageId}`
}
