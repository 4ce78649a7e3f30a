import { listDeliveries, listWebhooks, type WebhookDelivery } from '@doslovno/contract/webhooks.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'

/** Begins the keys of all queries about webhooks. */
export const WEBHOOKS_KEY = ['webhooks'] as const

const QUIET_MS = 20_000
const SENDING_MS = 1000
const SOON_MS = 5000

/** We may switch an endpoint off at any moment. */
export function webhooksQuery() {
  return queryOptions({
    queryKey: WEBHOOKS_KEY,
    queryFn: ({ signal }) => call(listWebhooks, {}, signal),
    refetchInterval: QUIET_MS,
    refetchOnWindowFocus: true,
  })
}

export function deliveriesQuery(id: string, pageSize: number) {
  return queryOptions({
    queryKey: [...WEBHOOKS_KEY, id, 'deliveries', pageSize],
    queryFn: ({ signal }) => call(listDeliveries, { params: { id }, query: { page: 1, pageSize } }, signal),
    refetchInterval: ({ state }) => deliveriesInterval(state.data?.data ?? [], Date.now()),
    // The list stays while a longer one is loaded.
    placeholderData: (before) => before,
  })
}

/** Every second while an attempt is under way or about to be. */
export function deliveriesInterval(
  deliveries: readonly Pick<WebhookDelivery, 'state' | 'attempts' | 'nextAttemptAt'>[],
  now: number,
): number {
  const isSending = deliveries.some(
    ({ state, attempts, nextAttemptAt }) =>
      state === 'pending' && (attempts === 0 || Date.parse(nextAttemptAt ?? '') - now < SOON_MS),
  )
  return isSending ? SENDING_MS : QUIET_MS
}
