import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { PaymentsConfig } from '#platform/config.ts'
import { startTestShop, type TestShop } from '#test/shop.ts'
import { startSilentServer } from '#test/silent-server.ts'

import { createPayments } from './index.ts'
import { type NewCharge, type OrderTerms, type PaymentProvider, PaymentRefused, PaymentUnknown } from './port.ts'

let shop: TestShop
let provider: PaymentProvider

beforeAll(async () => {
  shop = await startTestShop()
  provider = connect(shop.config)
})
beforeEach(() => shop.reset())
afterAll(() => shop.closeServer())

/** A real test shop too, if the environment names one. */
const { REAL_YOOKASSA_SHOP_ID: shopId, REAL_YOOKASSA_SECRET_KEY: secretKey } = process.env
const configs: [string, () => PaymentsConfig][] = [['the simulator', () => shop.config]]
if (shopId && secretKey)
  configs.push(['YooKassa', () => ({ ...shop.config, url: 'https://api.yookassa.ru/v3', shopId, secretKey })])

describe.each(configs)('%s', (_, configOf) => {
  it('opens a payment on its page and finds it by both ids', async () => {
    const order = newOrder()
    const real = connect(configOf())

    const opened = await real.charge(order)

    expect(opened).toMatchObject({
      status: 'pending',
      orderId: order.orderId,
      amountKopecks: 99_000,
      currency: 'RUB',
      shopId: configOf().shopId,
      isTest: true,
      confirmationUrl: expect.stringMatching(/^https?:/),
      savedMethod: null,
      cancelReason: null,
      refundedKopecks: 0,
    })
    expect(await real.find(opened.providerId)).toEqual(opened)
    expect(await listedOrder(real, order.orderId)).toEqual(opened)
  })

  it('takes the same order once [PAY-5]', async () => {
    const order = newOrder()
    const real = connect(configOf())

    const [first, second] = [await real.charge(order), await real.charge(order)]

    expect(second.providerId).toBe(first.providerId)
  })

  it('knows no payment under a strange id', async () => {
    const real = connect(configOf())

    expect(await real.find(randomUUID())).toBeUndefined()
  })

  it('refuses a refund of a payment that nobody paid', async () => {
    const real = connect(configOf())
    const { providerId } = await real.charge(newOrder())

    await expect(real.refund(refundOf(providerId, 100))).rejects.toThrow(PaymentRefused)
  })

  it('refuses a wrong key', async () => {
    const stranger = connect({ ...configOf(), secretKey: 'test_wrong' })

    await expect(stranger.charge(newOrder())).rejects.toMatchObject({ code: 'invalid_credentials' })
  })
})

describe('a payment', () => {
  it('brings the saved card, which is then charged without its holder', async () => {
    const order = newOrder()
    const opened = await provider.charge(order)
    shop.pay(order.orderId, '4477')
    const paid = await provider.find(opened.providerId)

    const charged = await provider.charge(newCharge({ methodId: paid?.savedMethod?.providerId ?? '' }))

    expect(paid).toMatchObject({
      status: 'succeeded',
      confirmationUrl: null,
      savedMethod: { providerId: opened.providerId, title: 'Bank card *4477' },
    })
    expect(charged).toMatchObject({ status: 'succeeded', confirmationUrl: null })
  })

  it('brings no card if its holder did not agree', async () => {
    const opened = await provider.charge(newOrder({ terms: { ...TERMS, savesMethod: false } }))
    shop.pay(opened.providerId)

    expect(await provider.find(opened.providerId)).toMatchObject({ status: 'succeeded', savedMethod: null })
  })

  it('tells why it was canceled', async () => {
    const opened = await provider.charge(newOrder())
    shop.pay(opened.providerId, '4600')

    expect(await provider.find(opened.providerId)).toMatchObject({
      status: 'canceled',
      cancelReason: 'insufficient_funds',
    })
  })

  it('is refunded in parts', async () => {
    const { providerId } = await provider.charge(newOrder())
    shop.pay(providerId)
    const refund = refundOf(providerId, 30_001)

    const [first, repeated] = [await provider.refund(refund), await provider.refund(refund)]

    expect(first).toEqual({ providerId: expect.any(String), status: 'succeeded', amountKopecks: 30_001 })
    expect(repeated).toEqual(first)
    expect(await provider.find(providerId)).toMatchObject({ status: 'succeeded', refundedKopecks: 30_001 })
  })

  it('has a receipt that is registered later', async () => {
    const { providerId } = await provider.charge(newOrder())
    shop.pay(providerId)
    const before = await provider.find(providerId)
    await shop.clock({ advanceSeconds: 5 })

    expect([before?.receiptStatus, (await provider.find(providerId))?.receiptStatus]).toEqual(['pending', 'succeeded'])
  })

  it('is listed among hundreds, with the terms of its order, if it was created in the asked time', async () => {
    const order = newOrder()
    const opened = await provider.charge(order)
    await Promise.all(Array.from({ length: 205 }, () => provider.charge(newOrder())))
    const pages = () => shop.journal().filter(({ method }) => method === 'GET').length

    const listed = await listedOrder(provider, order.orderId)

    expect(listed).toEqual(opened)
    expect(listed?.terms).toEqual(order.terms)
    expect(pages()).toBe(3)
    const later = new Date(opened.createdAt.getTime() + HOUR_MS)
    expect(await provider.list(later, new Date(later.getTime() + HOUR_MS))).toEqual([])
    expect(await provider.list(new Date(0), new Date(opened.createdAt.getTime() - HOUR_MS))).toEqual([])
  })

  it('is listed as refunded', async () => {
    const { providerId, createdAt } = await provider.charge(newOrder())
    shop.pay(providerId)
    await provider.refund(refundOf(providerId, 100))

    expect(await provider.listRefunded(...around(createdAt))).toEqual([providerId])
  })
})

describe('a request without a definite answer', () => {
  it.each(['resetAfterCommit', 'internalErrorAfterCommit'] as const)(
    'is repeated once with the same key after %s',
    async (mode) => {
      const order = newOrder()
      shop.fail({ mode })

      const opened = await provider.charge(order)

      expect(opened).toMatchObject({ status: 'pending', orderId: order.orderId })
      expect(shop.payments()).toHaveLength(1)
      expect(shop.journal().map(({ idempotenceKey }) => idempotenceKey)).toEqual([order.orderId, order.orderId])
    },
  )

  it.each(['resetBefore', 'resetAfterCommit', 'internalError', 'internalErrorAfterCommit'] as const)(
    'is unknown after two times %s, and a later repeat takes no second payment [PAY-5]',
    async (mode) => {
      const order = newOrder()
      shop.fail({ mode, times: 2 })

      await expect(provider.charge(order)).rejects.toThrow(PaymentUnknown)
      await provider.charge(order)

      expect(shop.payments()).toHaveLength(1)
    },
  )

  it('is unknown at once after a 429, which a repeat would only prolong', async () => {
    shop.fail({ mode: 'tooManyRequests' })

    await expect(provider.charge(newOrder())).rejects.toThrow(PaymentUnknown)

    expect(shop.journal()).toHaveLength(1)
  })

  it('is unknown after a timeout, without a repeat', async () => {
    shop.fail({ mode: 'hang' })

    await expect(connect(shop.config, 1000).charge(newOrder())).rejects.toThrow(PaymentUnknown)

    expect(shop.journal()).toHaveLength(1)
  })

  it('is unknown in an outage, for every call', async () => {
    shop.outage(true)

    const outcomes = await Promise.allSettled([
      provider.charge(newOrder()),
      provider.find(randomUUID()),
      provider.list(...around(new Date())),
      provider.listRefunded(...around(new Date())),
      provider.refund(refundOf(randomUUID(), 100)),
    ])

    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(PaymentUnknown) })
  })

  it.each([
    ['no JSON', '<h1>It works!</h1>'],
    ['another shape', '{"id":"1"}'],
    ['a huge body', `{"filler":"${'x'.repeat(3_000_000)}"}`],
  ])('is unknown if the answer has %s', async (_, body) => {
    const server = await startSilentServer(
      `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )

    await expect(connect({ ...shop.config, url: server.url }).charge(newOrder())).rejects.toThrow(PaymentUnknown)

    await server.close()
  })

  it('never follows a redirect', async () => {
    const target = await startSilentServer()
    const server = await startSilentServer(
      `HTTP/1.1 307 Go\r\nconnection: close\r\nlocation: ${target.url}/\r\ncontent-length: 0\r\n\r\n`,
    )

    await expect(connect({ ...shop.config, url: server.url }).charge(newOrder())).rejects.toThrow(PaymentUnknown)

    expect(target.connections()).toBe(0)
    await Promise.all([server.close(), target.close()])
  })
})

describe('an error', () => {
  it('names the code and the parameter of a refusal', async () => {
    await expect(provider.charge(newOrder({ amountKopecks: 50 }))).rejects.toEqual(
      new PaymentRefused('invalid_request', 'amount.value'),
    )
  })

  it('tells neither the key nor the e-mail', async () => {
    const { secretKey: secret } = shop.config
    const failures = [connect({ ...shop.config, url: 'http://127.0.0.1:1/v3' }), provider]
    shop.fail({ mode: 'internalError', times: 2 })

    for (const failing of failures) {
      const error: unknown = await failing.charge(newOrder()).catch((caught: unknown) => caught)
      const told = inspectDeep(error)
      expect(told).toContain('PaymentUnknown')
      for (const hidden of [secret, Buffer.from(`100500:${secret}`).toString('base64'), 'maria@example.ru'])
        expect(told).not.toContain(hidden)
    }
  })
})

describe('the addresses of the provider', () => {
  const yookassa = connect({
    url: 'https://api.yookassa.ru/v3',
    shopId: '1',
    secretKey: 'k',
    networks: ['185.71.76.0/27', '77.75.156.11', '2a02:5180::/32'],
    isTest: false,
    receipt: { vatCode: 1, taxSystem: undefined },
  })

  it.each(['185.71.76.0', '185.71.76.31', '77.75.156.11', '::ffff:185.71.76.5', '2a02:5180:0:1::5'])(
    'include %s',
    (address) => {
      expect(yookassa.isProviderAddress(address)).toBe(true)
    },
  )

  it.each(['185.71.76.32', '77.75.156.12', '::ffff:8.8.8.8', '2a02:5181::1', '127.0.0.1', '::1', '', 'localhost'])(
    'exclude «%s»',
    (address) => {
      expect(yookassa.isProviderAddress(address)).toBe(false)
    },
  )
})

function connect(config: PaymentsConfig, timeoutMs?: number): PaymentProvider {
  const created = createPayments(config, timeoutMs)
  if (!created) throw new Error('No shop is configured')
  return created
}

const TERMS: OrderTerms = {
  userId: randomUUID(),
  kind: 'renewal',
  minutes: null,
  tariffId: 3,
  billingPeriod: 'month',
  periodStart: new Date('2027-01-31T09:00:00Z'),
  methodId: null,
  savesMethod: true,
}

const HOUR_MS = 3_600_000
const around = (at: Date): [Date, Date] => [new Date(at.getTime() - HOUR_MS), new Date(at.getTime() + HOUR_MS)]

async function listedOrder(from: PaymentProvider, orderId: string) {
  return (await from.list(...around(new Date()))).find((payment) => payment.orderId === orderId)
}

const order = () => ({
  orderId: randomUUID(),
  terms: TERMS,
  amountKopecks: 99_000,
  description: 'Тариф «Про», месяц',
  email: 'maria@example.ru',
})

const newOrder = (changes: Partial<NewCharge> = {}): NewCharge => ({
  ...order(),
  returnUrl: 'https://doslovno.example/payment',
  ...changes,
})

const newCharge = (changes: { methodId: string }): NewCharge => ({ ...order(), ...changes })

const refundOf = (providerPaymentId: string, amountKopecks: number) => ({
  refundId: randomUUID(),
  providerPaymentId,
  amountKopecks,
  description: 'Возврат',
  email: 'maria@example.ru',
})

/** An error with all its causes, as a log would show it. */
function inspectDeep(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error)
  return `${error.name} ${error.stack} ${JSON.stringify(error)} ${error.cause ? inspectDeep(error.cause) : ''}`
}
