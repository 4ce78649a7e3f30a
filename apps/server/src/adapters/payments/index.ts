import ipaddr from 'ipaddr.js'
import * as z from 'zod'

import type { PaymentsConfig } from '#platform/config.ts'

import { type Client, createClient, TIMEOUT_MS } from './client.ts'
import { chargeBody, Payment, paymentOf, Refund, refundBody, refundOf } from './payment.ts'
import { type PaymentProvider, PaymentRefused, type ProviderPayment } from './port.ts'

/** YooKassa, or undefined where no shop is configured. */
export function createPayments(
  config: PaymentsConfig | undefined,
  timeoutMs = TIMEOUT_MS,
): PaymentProvider | undefined {
  if (!config) return undefined
  const client = createClient(config, timeoutMs)
  return {
    charge: async (charge) =>
      paymentOf(await client.post('/payments', charge.orderId, chargeBody(charge, config.receipt), Payment)),
    find: async (providerId) => {
      const payment = await ifFound(client.get(`/payments/${encodeURIComponent(providerId)}`, Payment))
      return payment && paymentOf(payment)
    },
    findOrder: (orderId, since) => findOrder(client, orderId, since),
    refund: async (refund) =>
      refundOf(await client.post('/refunds', refund.refundId, refundBody(refund, config.receipt), Refund)),
    findRefund: async (providerId) => {
      const refund = await ifFound(client.get(`/refunds/${encodeURIComponent(providerId)}`, Refund))
      return refund && refundOf(refund)
    },
    isProviderAddress: createNetworks(config.networks),
  }
}

async function ifFound<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof PaymentRefused && error.code === 'not_found') return undefined
    throw error
  }
}

/** Their clock may differ from ours. */
const MARGIN_MS = 10 * 60 * 1000
const PAGE_SIZE = '100'

const List = z.object({ items: z.array(Payment), next_cursor: z.string().optional() })

/** Reads all payments created since a moment, newest first, until the order turns up. */
async function findOrder(client: Client, orderId: string, since: Date): Promise<ProviderPayment | undefined> {
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

/** Whether an address lies in one of the networks; `::ffff:1.2.3.4` counts as 1.2.3.4. */
function createNetworks(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((network) => ipaddr.parseCIDR(network.includes('/') ? network : whole(network)))
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return ranges.some(([start, bits]) => parsed.kind() === start.kind() && parsed.match(start, bits))
  }
}

const whole = (address: string) => `${address}/${ipaddr.parse(address).kind() === 'ipv4' ? 32 : 128}`
