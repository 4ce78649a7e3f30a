import type { WebhookMessage } from '@doslovno/contract/webhooks.ts'
import { eventTexts, messageTexts } from '@doslovno/texts/api-docs/document.ts'

import type { ComponentName } from './components.ts'
import { exampleOf } from './examples.ts'
import { ref } from './schemas.ts'

type Event = WebhookMessage['type']

const messages = {
  'script.completed': 'ScriptCompleted',
  'script.failed': 'ScriptFailed',
  'summary.completed': 'SummaryCompleted',
  'webhook.test': 'WebhookTest',
} as const satisfies Record<Event, ComponentName>

/** The messages that webhooks get, by Standard Webhooks. */
export function eventDocs(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(messages).map(([event, name]) => [event, { post: describe(event as Event, name) }]),
  )
}

function describe(event: Event, name: ComponentName) {
  return {
    operationId: event,
    ...eventTexts[event],
    security: [],
    parameters: [
      header('webhook-id', messageTexts.headers.id),
      header('webhook-timestamp', messageTexts.headers.timestamp),
      header('webhook-signature', messageTexts.headers.signature),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: ref(name), ...exampleOf(event, 'request') } },
    },
    responses: { '2XX': { description: messageTexts.accepted }, '4XX': { description: messageTexts.refused } },
  }
}

function header(name: string, description: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}
