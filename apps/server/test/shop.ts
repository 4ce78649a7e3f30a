import { randomUUID } from 'node:crypto'

import type { Commands } from '@doslovno/simulators/yookassa/commands.ts'
import { startYookassaSimulator } from '@doslovno/simulators/yookassa/server.ts'
import { SECRET_KEY, SHOP_ID } from '@doslovno/simulators/yookassa/shop.ts'

import { insertOrder, type Order } from '#features/billing/payments/open.ts'
import { lockUser } from '#features/users/index.ts'
import { type PaymentsConfig, readConfig } from '#platform/config.ts'
import type { PaymentRow } from '#platform/tables.ts'

import { createTestApp, type TestApp } from './test-app.ts'

type Options = {
  /** Where notifications go; none are sent without it. */
  webhookUrl?: string
  /** The provider's clock, in milliseconds; tests of long times pass that of the app. */
  now?: () => number
}
type ShopPayment = ReturnType<Commands['pay']>
type Moment = Parameters<Commands['moveClock']>[0]
type DeclineReason = Parameters<Commands['decline']>[0]['decline']

export type TestShop = {
  url: string
  /** Variables of a process that uses it. */
  env: Record<string, string>
  /** For `createTestApp({ payments: shop.config })`. */
  config: PaymentsConfig
  /** Pays on the provider's page, 3-D Secure included. Takes the provider's id or our order id. */
  pay(id: string, card?: string): ShopPayment
  /** The payer gives up: the payment is canceled as expired. */
  close(id: string): ShopPayment
  /** Makes the next calls of the API fail. The client repeats once after a 5xx or a reset: plan both times. */
  fail(fault: Parameters<Commands['fail']>[0]): void
  webhooks(plan: Parameters<Commands['webhooks']>[0]): void
  flushWebhooks(): Promise<void>
  /** Money that goes back without us: in the provider's cabinet, or by the bank. Returns its notification. */
  refundInCabinet(id: string, kopecks: number): Promise<object>
  /** Moves the provider's clock, which expires payments and idempotence keys. */
  clock(moment: Moment): Promise<void>
  payments(): ShopPayment[]
  /** The payment as the provider has it now, by its id or our order id. */
  payment(id: string): ShopPayment
  journal(): ReturnType<Commands['journal']>
  /** Attempts to deliver notifications so far. */
  deliveries(): ReturnType<Commands['attempts']>
  /** Declines later charges of a saved card; null accepts them again. */
  decline(methodId: string, reason: DeclineReason): void
  revoke(methodId: string): void
  /** How receipts, refunds and charges of saved cards end from now on; `pending` lets them wait. */
  outcomes(outcomes: Parameters<Commands['setOutcomes']>[0]): void
  outage(on: boolean): void
  reset(): void
  /** The provider's notification about a payment, for `app.inject`. */
  notification(id: string): { type: 'notification'; event: string; object: ShopPayment }
  closeServer(): Promise<void>
}

/** The app, and a shop that goes by its clock. */
export async function createShopApp(): Promise<{ test: TestApp; shop: TestShop; close: () => Promise<void> }> {
  let now = () => new Date()
  const shop = await startTestShop({ now: () => now().getTime() })
  const test = await createTestApp({ payments: shop.config })
  now = test.ctx.now
  const close = async () => {
    await test.close()
    await shop.closeServer()
  }
  return { test, shop, close }
}

/** An order of 10 minutes for 80 ₽ that is not sent yet. */
export function addOrder({ ctx }: TestApp, userId: string, changes: Partial<Order> = {}): Promise<PaymentRow> {
  const order: Order = {
    userId,
    kind: 'minutes',
    minutes: 10,
    amountKopecks: 8000,
    description: 'order',
    savesMethod: false,
    ...changes,
  }
  return ctx.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    return insertOrder(tx, order, ctx.now())
  })
}

/** A simulated YooKassa shop of one test file. */
export async function startTestShop(options: Options = {}): Promise<TestShop> {
  const simulator = await startYookassaSimulator({ port: 0, ...options })
  const { url, commands } = simulator
  const env = {
    YOOKASSA_SHOP_ID: SHOP_ID,
    YOOKASSA_SECRET_KEY: SECRET_KEY,
    YOOKASSA_URL: `${url}/v3`,
    YOOKASSA_TEST: 'true',
    YOOKASSA_NETWORKS: '127.0.0.0/8,::1',
  }
  const { payments } = readConfig({ ...process.env, ...env })
  if (!payments) throw new Error('No shop is configured')
  const payment = (id: string) => {
    const found = commands.payments().find((one) => one.id === id || one.metadata.orderId === id)
    if (!found) throw new Error('The provider has no such payment')
    return found
  }
  return {
    url,
    env,
    config: payments,
    pay: (id, card) => commands.pay({ paymentId: id, ...(card && { card }) }),
    close: (id) => commands.close({ paymentId: id }),
    fail: commands.fail,
    webhooks: commands.webhooks,
    flushWebhooks: commands.flushWebhooks,
    refundInCabinet: async (id, kopecks) => {
      const headers = {
        authorization: `Basic ${Buffer.from(`${SHOP_ID}:${SECRET_KEY}`).toString('base64')}`,
        'content-type': 'application/json',
        'idempotence-key': randomUUID(),
      }
      const amount = { value: (kopecks / 100).toFixed(2), currency: 'RUB' }
      const body = JSON.stringify({ payment_id: payment(id).id, amount })
      const reply = await fetch(`${url}/v3/refunds`, { method: 'POST', headers, body })
      return { type: 'notification', event: 'refund.succeeded', object: await reply.json() }
    },
    clock: commands.moveClock,
    payments: commands.payments,
    payment,
    journal: commands.journal,
    deliveries: commands.attempts,
    decline: (methodId, reason) => commands.decline({ methodId, decline: reason }),
    revoke: (methodId) => commands.revoke({ methodId }),
    outcomes: commands.setOutcomes,
    outage: (on) => commands.outage({ on }),
    reset: commands.reset,
    notification: (id) => {
      const object = payment(id)
      return { type: 'notification', event: `payment.${object.status}`, object }
    },
    closeServer: () => simulator.close(),
  }
}
