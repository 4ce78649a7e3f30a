import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { startYookassaSimulator, type YookassaSimulator } from './server.ts'
import { createMerchant, type Merchant } from './test-merchant.ts'

type Received = { event: string; orderId: string | undefined }

let simulator: YookassaSimulator
let merchant: Merchant
let listener: Server
let received: Received[]
let bodies: string[]
/** Answers of the shop, the last one for ever. */
let answers: number[]
let nowMs: number

beforeEach(async () => {
  ;[received, bodies, answers, nowMs] = [[], [], [200], Date.parse('2026-11-01T10:00:00.000Z')]
  listener = createServer((request, response) => {
    void readBody(request).then((body) => {
      bodies.push(body)
      const { event, object } = JSON.parse(body) as { event: string; object: { metadata: { orderId?: string } } }
      received.push({ event, orderId: object.metadata.orderId })
      response.writeHead((answers.length > 1 ? answers.shift() : answers[0]) ?? 200).end()
    })
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const webhookUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/api/payments/yookassa`
  simulator = await startYookassaSimulator({ port: 0, webhookUrl, now: () => nowMs })
  merchant = createMerchant(simulator)
})
afterEach(async () => {
  await simulator.close()
  listener.closeAllConnections()
  listener.close()
})

describe('a notification', () => {
  it('carries the payment as it is then', async () => {
    await create('a')

    simulator.commands.pay({ paymentId: 'a' })

    await expect.poll(() => bodies).toHaveLength(1)
    expect(JSON.parse(bodies[0] ?? '')).toEqual({
      type: 'notification',
      event: 'payment.succeeded',
      object: simulator.commands.payments()[0],
    })
  })

  it('follows every new status and every refund', async () => {
    const paid = await create('paid')
    for (const orderId of ['declined', 'expired']) await create(orderId)
    await create('held', { capture: false })
    simulator.commands.pay({ paymentId: 'paid' })
    simulator.commands.pay({ paymentId: 'declined', card: '4600' })
    simulator.commands.pay({ paymentId: 'held' })
    await merchant.refund(paid, '990.00')
    await simulator.commands.moveClock({ advanceSeconds: 3600 })

    await expect
      .poll(() => received)
      .toEqual([
        { event: 'payment.succeeded', orderId: 'paid' },
        { event: 'payment.canceled', orderId: 'declined' },
        { event: 'payment.waiting_for_capture', orderId: 'held' },
        { event: 'refund.succeeded', orderId: undefined },
        { event: 'payment.canceled', orderId: 'expired' },
      ])
  })

  it('is repeated until the answer is 200, at growing pauses', async () => {
    answers = [500, 302, 200]
    await create('a')
    simulator.commands.pay({ paymentId: 'a' })
    await expect.poll(() => simulator.commands.attempts()).toHaveLength(1)
    await simulator.commands.moveClock({ advanceSeconds: 9 })
    const early = simulator.commands.attempts().length

    await simulator.commands.moveClock({ advanceSeconds: 1 })
    await simulator.commands.moveClock({ advanceSeconds: 60 })
    await simulator.commands.moveClock({ advanceSeconds: 3600 })

    expect(early).toBe(1)
    expect(simulator.commands.attempts().map(({ outcome }) => outcome)).toEqual([500, 302, 200])
  })

  it('is given up after 24 hours', async () => {
    answers = [503]
    await create('a')
    simulator.commands.pay({ paymentId: 'a' })
    await expect.poll(() => simulator.commands.attempts()).toHaveLength(1)

    for (let hour = 0; hour < 30; hour++) await simulator.commands.moveClock({ advanceSeconds: 3600 })

    const { length } = simulator.commands.attempts()
    expect(length).toBeGreaterThan(20)
    expect(length).toBeLessThanOrEqual(25)
  })
})

describe('the mode', () => {
  it('off keeps notifications back until they are flushed', async () => {
    simulator.commands.webhooks({ mode: 'off' })
    await create('a')
    simulator.commands.pay({ paymentId: 'a' })
    await simulator.commands.moveClock({ advanceSeconds: 60 })
    const before = received.length

    await simulator.commands.flushWebhooks()

    expect([before, received.length]).toEqual([0, 1])
  })

  it('duplicate sends several copies', async () => {
    simulator.commands.webhooks({ mode: 'duplicate', copies: 3 })
    await create('a')

    simulator.commands.pay({ paymentId: 'a' })

    await expect.poll(() => bodies).toHaveLength(3)
    expect(new Set(bodies).size).toBe(1)
  })

  it('delayed waits', async () => {
    simulator.commands.webhooks({ mode: 'delayed', delayMs: 5000 })
    await create('a')
    simulator.commands.pay({ paymentId: 'a' })
    await simulator.commands.moveClock({ advanceSeconds: 4 })
    const early = received.length

    await simulator.commands.moveClock({ advanceSeconds: 1 })

    expect([early, received.length]).toEqual([0, 1])
  })

  it('reordered sends the newer of two first', async () => {
    simulator.commands.webhooks({ mode: 'reordered' })
    await create('older')
    await create('newer')

    simulator.commands.pay({ paymentId: 'older' })
    simulator.commands.pay({ paymentId: 'newer' })

    await expect.poll(() => received.map(({ orderId }) => orderId)).toEqual(['newer', 'older'])
  })

  it('beforeResponse notifies before the call is answered', async () => {
    const methodId = await create('a', { save_payment_method: true })
    simulator.commands.pay({ paymentId: methodId })
    await expect.poll(() => received).toHaveLength(1)
    simulator.commands.webhooks({ mode: 'beforeResponse' })

    await merchant.charge(methodId, { metadata: { orderId: 'b' } })

    expect(received.at(-1)).toEqual({ event: 'payment.succeeded', orderId: 'b' })
  })
})

const create = async (orderId: string, changes: object = {}): Promise<string> =>
  (await merchant.open({ metadata: { orderId }, ...changes })).id

async function readBody(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
