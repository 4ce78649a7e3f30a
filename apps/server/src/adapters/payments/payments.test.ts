import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startTestShop, type TestShop } from '#test/shop.ts'

import { createPayments } from './index.ts'
import { type NewCharge, type PaymentProvider, PaymentRefused, PaymentUnknown } from './port.ts'

let shop: TestShop
let provider: PaymentProvider

beforeAll(async () => {
  shop = await startTestShop()
  const created = createPayments(shop.config)
  if (!created) throw new Error('No shop is configured')
  provider = created
})
beforeEach(() => shop.reset())
afterAll(() => shop.closeServer())

const newOrder = (changes: Partial<NewCharge> = {}): NewCharge => ({
  orderId: randomUUID(),
  userId: randomUUID(),
  amountKopecks: 99_000,
  description: 'Тариф «Про», месяц',
  email: 'maria@example.ru',
  returnUrl: 'http://127.0.0.1:5173/payment',
  savesMethod: true,
  ...changes,
})

describe('a payment on the page', () => {
  it('waits for the payer, then brings the saved card', async () => {
    const order = newOrder()

    const opened = await provider.charge(order)
    shop.pay(order.orderId, '4477')
    const paid = await provider.find(opened.providerId)

    expect(opened).toMatchObject({
      status: 'pending',
      orderId: order.orderId,
      amountKopecks: 99_000,
      currency: 'RUB',
      shopId: '100500',
      isTest: true,
      confirmationUrl: `${shop.url}/pay/${opened.providerId}`,
      savedMethod: null,
      receiptStatus: 'pending',
    })
    expect(paid).toMatchObject({
      status: 'succeeded',
      confirmationUrl: null,
      savedMethod: { providerId: opened.providerId, title: 'Bank card *4477' },
    })
  })
})

describe('an answer that was lost', () => {
  it('is found by the order', async () => {
    const order = newOrder()
    shop.fail({ mode: 'resetAfterCommit', times: 2 })

    await expect(provider.charge(order)).rejects.toThrow(PaymentUnknown)
    const found = await provider.findOrder(order.orderId, new Date())

    expect(found).toMatchObject({ status: 'pending', orderId: order.orderId })
    expect(shop.payments()).toHaveLength(1)
  })
})

describe('a refused request', () => {
  it('names the code and the parameter', async () => {
    const refused = provider.charge(newOrder({ amountKopecks: 50 }))

    await expect(refused).rejects.toEqual(new PaymentRefused('invalid_request', 'amount.value'))
  })
})
