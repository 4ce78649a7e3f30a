import * as z from 'zod'

import type { Client } from './client.ts'
import { Payment, paymentOf } from './payment.ts'
import type { ProviderPayment } from './port.ts'

/** Their clock may differ from ours. */
const MARGIN_MS = 10 * 60 * 1000
const PAGE_SIZE = '100'

const List = z.object({ items: z.array(Payment), next_cursor: z.string().optional() })

/** Reads all payments created since a moment, newest first, until the order turns up. */
export async function findOrder(client: Client, orderId: string, since: Date): Promise<ProviderPayment | undefined> {
  const start = new Date(since.getTime() - MARGIN_MS).toISOString()
  let cursor: string | undefined
  do {
    const query = new URLSearchParams({ limit: PAGE_SIZE, 'created_at.gte': start, ...(cursor && { cursor }) })
    const page = await client.get(`/payments?${query.toString()}`, List)
    const found = page.items.find(({ metadata }) => metadata?.orderId === orderId)
    if (found) return paymentOf(found)
    cursor = page.next_cursor
  } while (cursor)
  return undefined
}
