import ipaddr from 'ipaddr.js'
import * as z from 'zod'

import type { PaymentsConfig } from '#platform/config.ts'

import { type Client, createClient, TIMEOUT_MS } from './client.ts'
import { chargeBody, Payment, paymentOf, Refund, refundBody, refundOf } from './payment.ts'
import { type PaymentProvider, PaymentRefused } from './port.ts'

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
    list: async (from, to) => (await list(client, { path: '/payments', from, to }, Payment)).map(paymentOf),
    listRefunded: async (from, to) =>
      (await list(client, { path: '/refunds', from, to }, Refund)).map(({ payment_id: id }) => id),
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

const PAGE_SIZE = '100'

type Between = { path: string; from: Date; to: Date }

/** Reads all pages of what was created between two moments, newest first. */
async function list<Item>(client: Client, { path, from, to }: Between, item: z.ZodType<Item>): Promise<Item[]> {
  const Page = z.object({ items: z.array(item), next_cursor: z.string().optional() })
  const between = { 'created_at.gte': from.toISOString(), 'created_at.lte': to.toISOString() }
  const found: Item[] = []
  for (let cursor: string | undefined, isMore = true; isMore; isMore = cursor !== undefined) {
    const query = new URLSearchParams({ limit: PAGE_SIZE, ...between, ...(cursor && { cursor }) })
    const page = await client.get(`${path}?${query.toString()}`, Page)
    found.push(...page.items)
    cursor = page.next_cursor
  }
  return found
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
