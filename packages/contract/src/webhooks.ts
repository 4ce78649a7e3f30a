import { scriptStatuses } from '@doslovno/domain/script/status.ts'
import { summaryTypes } from '@doslovno/domain/summary/types.ts'
import * as z from 'zod/mini'

import { type Endpoint, ErrorCode } from './endpoint.ts'
import { Done } from './fields.ts'

/** Events that an endpoint can subscribe to. `webhook.test` is sent by hand only. */
export const webhookEvents = ['script.completed', 'script.failed', 'summary.completed'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

const EndpointId = z.object({ id: z.uuid() })
const DeliveryId = z.object({ id: z.uuid(), deliveryId: z.uuid() })
const Url = z.string().check(z.trim(), z.maxLength(2000), z.regex(/^https?:\/\//i))
const Events = z.array(z.enum(webhookEvents)).check(z.minLength(1), z.maxLength(webhookEvents.length))

/** An address that gets events, by the specification Standard Webhooks. */
export const WebhookEndpoint = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** Signs the deliveries; begins with `whsec_`. An API key sees it once, in the reply to `createWebhook`. */
  secret: z.nullable(z.string()),
  isEnabled: z.boolean(),
  /** When we switched it off; null if it is on or its owner switched it off. */
  disabledAt: z.nullable(z.string()),
  /** `failing`: nothing was delivered for days; `gone`: it answered 410. */
  disabledReason: z.nullable(z.enum(['failing', 'gone'])),
  createdAt: z.string(),
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

export const WebhookDelivery = z.object({
  id: z.string(),
  /** The header `webhook-id`. */
  messageId: z.string(),
  type: z.enum([...webhookEvents, 'webhook.test']),
  state: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.int(),
  createdAt: z.string(),
  lastAttemptAt: z.nullable(z.string()),
  nextAttemptAt: z.nullable(z.string()),
  /** HTTP status of the last attempt; null if there was no answer. */
  lastStatus: z.nullable(z.int()),
  /** Why the last attempt failed. */
  lastError: z.nullable(z.enum(['status', 'timeout', 'refused', 'address', 'tls', 'network'])),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const EventScript = z.object({
  id: z.string(),
  fileName: z.string(),
  status: z.enum(scriptStatuses),
  /** In seconds. */
  duration: z.nullable(z.number()),
  /** The page of the file. */
  url: z.string(),
})
export const FailedScript = z.extend(EventScript, { error: z.string(), errorCode: ErrorCode })
export const EventSummary = z.object({
  scriptId: z.string(),
  type: z.enum(summaryTypes),
  status: z.literal('complete'),
})
export const EventWebhook = z.object({ id: z.string() })

export const CompletedData = z.object({ script: EventScript })
export const FailedData = z.object({ script: FailedScript })
export const SummaryData = z.object({ summary: EventSummary })
export const TestData = z.object({ webhook: EventWebhook })

export const ScriptCompleted = messageOf('script.completed', CompletedData)
export const ScriptFailed = messageOf('script.failed', FailedData)
export const SummaryCompleted = messageOf('summary.completed', SummaryData)
export const WebhookTest = messageOf('webhook.test', TestData)

function messageOf<const Type extends string, Data extends z.ZodMiniType>(type: Type, data: Data) {
  return z.object({ type: z.literal(type), timestamp: z.string(), data })
}

/** The body of a delivery. It tells what happened; the text itself is for those who ask with a key. */
export const WebhookMessage = z.discriminatedUnion('type', [
  ScriptCompleted,
  ScriptFailed,
  SummaryCompleted,
  WebhookTest,
])
export type WebhookMessage = z.infer<typeof WebhookMessage>

export const listWebhooks = {
  method: 'GET',
  path: '/api/webhooks',
  auth: 'user',
  reply: z.object({ data: z.array(WebhookEndpoint) }),
} as const satisfies Endpoint

export const createWebhook = {
  method: 'POST',
  path: '/api/webhooks',
  auth: 'user',
  isCreating: true,
  body: z.strictObject({ url: Url, events: Events }),
  reply: z.object({ webhook: WebhookEndpoint }),
} as const satisfies Endpoint

/** `isEnabled: true` also restarts an endpoint that was switched off. */
export const editWebhook = {
  method: 'PATCH',
  path: '/api/webhooks/:id',
  auth: 'user',
  params: EndpointId,
  body: z.strictObject({
    url: z.optional(Url),
    events: z.optional(Events),
    isEnabled: z.optional(z.boolean()),
  }),
  reply: z.object({ webhook: WebhookEndpoint }),
} as const satisfies Endpoint

/** A new secret. Deliveries are signed by both for a day, so that the receiver can change over. */
export const rotateWebhookSecret = {
  method: 'POST',
  path: '/api/webhooks/:id/rotate-secret',
  auth: 'user',
  params: EndpointId,
  reply: z.object({ webhook: WebhookEndpoint }),
} as const satisfies Endpoint

export const deleteWebhook = {
  method: 'DELETE',
  path: '/api/webhooks/:id',
  auth: 'user',
  params: EndpointId,
  reply: Done,
} as const satisfies Endpoint

/** Sends `webhook.test`. */
export const testWebhook = {
  method: 'POST',
  path: '/api/webhooks/:id/test',
  auth: 'user',
  params: EndpointId,
  reply: z.object({ delivery: WebhookDelivery }),
} as const satisfies Endpoint

/** Newest first; kept for 30 days. */
export const listDeliveries = {
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  auth: 'user',
  isPolled: true,
  params: EndpointId,
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
    pageSize: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 10),
  }),
  reply: z.object({ data: z.array(WebhookDelivery), total: z.int() }),
} as const satisfies Endpoint

/** Sends the same message again, with the same id. */
export const replayDelivery = {
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/:deliveryId/replay',
  auth: 'user',
  params: DeliveryId,
  reply: z.object({ delivery: WebhookDelivery }),
} as const satisfies Endpoint

/** Sends again everything since a moment that was not delivered, one after another; tests are left out. */
export const replayFailed = {
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/replay-failed',
  auth: 'user',
  params: EndpointId,
  body: z.strictObject({ since: z.iso.datetime() }),
  reply: z.object({ count: z.int() }),
} as const satisfies Endpoint
