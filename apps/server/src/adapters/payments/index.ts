import type { PaymentsConfig } from '#platform/config.ts'

import { createClient, TIMEOUT_MS } from './client.ts'
import { findOrder } from './find-order.ts'
import { createNetworks } from './networks.ts'
import { chargeBody, Payment, paymentOf } from './payment.ts'
import { type PaymentProvider, PaymentRefused } from './port.ts'
import { Refund, refundBody, refundOf } from './refund.ts'

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
