import { randomUUID } from 'node:crypto'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { cards } from './payment.ts'
import { startYookassaSimulator, type YookassaSimulator } from './server.ts'
import { createMerchant, type Merchant, order, receipt, RETURN_URL } from './test-merchant.ts'

const HOUR = 60 * 60 * 1000
const START = Date.parse('2026-11-01T10:00:00.000Z')

let simulator: YookassaSimulator
let merchant: Merchant
let nowMs: number

beforeEach(async () => {
  nowMs = START
  simulator = await startYookassaSimulator({ port: 0, now: () => nowMs })
  merchant = createMerchant(simulator)
})
afterEach(() => simulator.close())

describe('a request', () => {
  it.each([
    ['no credentials', {}],
    ['a wrong secret', { authorization: `Basic ${Buffer.from('100500:wrong').toString('base64')}` }],
  ])('is refused with %s', async (_, headers) => {
    const reply = await fetch(`${simulator.url}/v3/payments`, { headers })

    expect(reply.status).toBe(401)
    expect(await reply.json()).toMatchObject({ type: 'error', code: 'invalid_credentials' })
  })

  it.each([
    ['no key', undefined],
    ['too long a key', 'k'.repeat(65)],
  ])('is refused with %s if it creates something', async (_, key) => {
    const { status, body } = await merchant.post('/payments', order(), key ?? null)

    expect(status).toBe(400)
    expect(body).toEqual({
      type: 'error',
      id: expect.any(String),
      code: 'invalid_request',
      description: expect.any(String),
      parameter: 'Idempotence-Key',
    })
  })

  it.each([
    ['amount.value', { amount: { value: '990', currency: 'RUB' } }],
    ['amount.value', { amount: { value: '-1.00', currency: 'RUB' } }],
    ['amount.value', { amount: { value: '0.99', currency: 'RUB' } }],
    ['amount.value', { amount: { value: '350000.01', currency: 'RUB' } }],
    ['amount.currency', { amount: { value: '990.00', currency: 'USD' } }],
    ['description', { description: 'x'.repeat(129) }],
    ['metadata', { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, 'v'])) }],
    ['metadata.k', { metadata: { k: 'x'.repeat(513) } }],
    ['metadata.orderId', { metadata: { orderId: 7 } }],
    ['confirmation', { confirmation: undefined }],
    ['confirmation.return_url', { confirmation: { type: 'redirect', return_url: `http://x.ru/${'x'.repeat(2048)}` } }],
    ['confirmation.return_url', { confirmation: { type: 'redirect', return_url: 'javascript:alert(1)' } }],
    ['receipt.customer', { receipt: { ...receipt(), customer: {} } }],
    ['receipt.items', { receipt: receipt({ amount: { value: '989.99', currency: 'RUB' } }) }],
    ['receipt.items.0.vat_code', { receipt: receipt({ vat_code: 13 }) }],
    ['receipt.items.0.description', { receipt: receipt({ description: 'x'.repeat(129) }) }],
  ])('is refused with a wrong %s, naming it', async (parameter, change) => {
    const { status, body } = await merchant.post('/payments', order(change))

    expect({ status, parameter: body.parameter }).toEqual({ status: 400, parameter })
    expect(simulator.commands.payments()).toEqual([])
  })

  it('is refused for an unknown payment or address', async () => {
    const replies = [
      await merchant.get(`/payments/${randomUUID()}`),
      await merchant.get('/nothing'),
      await merchant.post('/nothing', {}),
    ]

    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(replies.map(() => [404, 'not_found']))
  })
})

describe('an idempotence key', () => {
  it('gets the first answer again for 24 hours, whatever happened since', async () => {
    const key = randomUUID()
    const first = await merchant.post('/payments', order(), key)
    simulator.commands.pay({ paymentId: first.body.id })
    nowMs += 24 * HOUR - 1

    const repeated = await merchant.post('/payments', order(), key)

    expect(repeated).toEqual(first)
    expect(simulator.commands.payments()).toHaveLength(1)
    expect(simulator.commands.journal().map(({ isReplay }) => isReplay)).toEqual([false, true])
  })

  it('is forgotten after 24 hours', async () => {
    const key = randomUUID()
    const first = await merchant.post('/payments', order(), key)
    nowMs += 24 * HOUR

    const repeated = await merchant.post('/payments', order(), key)

    expect(repeated.body.id).not.toBe(first.body.id)
  })

  it('is refused for another request', async () => {
    const key = randomUUID()
    await merchant.post('/payments', order(), key)

    const { status, body } = await merchant.post('/payments', order({ description: 'another' }), key)

    expect({ status, parameter: body.parameter }).toEqual({ status: 400, parameter: 'Idempotence-Key' })
  })
})

describe('a payment on the page', () => {
  it('waits for the payer', async () => {
    const { body } = await merchant.post('/payments', order({ receipt: receipt() }))

    expect(body).toEqual({
      id: expect.stringMatching(/^[\w-]{36}$/),
      status: 'pending',
      amount: { value: '990.00', currency: 'RUB' },
      description: 'Pro, a month',
      recipient: { account_id: '100500', gateway_id: expect.any(String) },
      created_at: '2026-11-01T10:00:00.000Z',
      confirmation: {
        type: 'redirect',
        return_url: RETURN_URL,
        confirmation_url: `${simulator.url}/pay/${body.id}`,
      },
      test: true,
      paid: false,
      refundable: false,
      receipt_registration: 'pending',
      metadata: { orderId: 'order-1' },
    })
  })

  it('is taken at once, and its receipt is registered some seconds later', async () => {
    const { id } = await merchant.open({ receipt: receipt(), save_payment_method: true })
    simulator.commands.pay({ paymentId: id, card: '4477' })
    const paid = await merchant.get(`/payments/${id}`)
    nowMs += 5000

    const registered = await merchant.get(`/payments/${id}`)

    expect(paid.body).toMatchObject({
      status: 'succeeded',
      paid: true,
      refundable: true,
      captured_at: '2026-11-01T10:00:00.000Z',
      receipt_registration: 'pending',
      payment_method: {
        type: 'bank_card',
        id,
        saved: true,
        status: 'active',
        title: 'Bank card *4477',
        card: { first6: '555555', last4: '4477', card_type: 'MasterCard' },
      },
      authorization_details: { three_d_secure: { applied: true } },
    })
    expect(paid.body).not.toHaveProperty('confirmation')
    expect(registered.body.receipt_registration).toBe('succeeded')
  })

  it('shows a receipt that could not be registered', async () => {
    simulator.commands.setOutcomes({ receipts: 'canceled' })
    const id = await merchant.pay({ receipt: receipt() })
    nowMs += 5000

    expect((await merchant.get(`/payments/${id}`)).body).toMatchObject({
      status: 'succeeded',
      receipt_registration: 'canceled',
    })
  })

  it('is held without capture, and then taken in part, released or expired', async () => {
    const held = async () => await merchant.pay({ capture: false })
    const [taken, released, forgotten] = [await held(), await held(), await held()]
    const waiting = await merchant.get(`/payments/${taken}`)

    const capture = await merchant.post(`/payments/${taken}/capture`, { amount: { value: '500.00', currency: 'RUB' } })
    const cancel = await merchant.post(`/payments/${released}/cancel`, {})
    const again = await merchant.post(`/payments/${released}/cancel`, {})
    nowMs += 7 * 24 * HOUR
    const expired = await merchant.get(`/payments/${forgotten}`)

    expect(waiting.body).toMatchObject({
      status: 'waiting_for_capture',
      paid: true,
      expires_at: '2026-11-08T10:00:00.000Z',
    })
    expect(capture.body).toMatchObject({ status: 'succeeded', amount: { value: '500.00' } })
    expect(cancel.body.cancellation_details).toEqual({ party: 'merchant', reason: 'canceled_by_merchant' })
    expect(again.status).toBe(400)
    expect(expired.body.cancellation_details).toEqual({ party: 'yoo_money', reason: 'expired_on_capture' })
  })

  it('expires after an hour', async () => {
    const { id } = await merchant.open()
    nowMs += HOUR

    const { body } = await merchant.get(`/payments/${id}`)

    expect(body).toMatchObject({
      status: 'canceled',
      paid: false,
      cancellation_details: { party: 'yoo_money', reason: 'expired_on_confirmation' },
    })
  })

  it.each(cards.map(({ number, decline }) => [number, decline]))(
    'ends with the outcome of the card %s',
    async (card, decline) => {
      const { id } = await merchant.open({ save_payment_method: true })

      simulator.commands.pay({ paymentId: 'order-1', card })

      const { body } = await merchant.get(`/payments/${id}`)
      expect(body.status).toBe(decline ? 'canceled' : 'succeeded')
      expect(body.cancellation_details).toEqual(decline)
      expect(body.payment_method).toMatchObject({ saved: !decline })
    },
  )
})

describe('a saved card', () => {
  it('is charged without the payer', async () => {
    const methodId = await merchant.pay({ save_payment_method: true })

    const { body } = await merchant.charge(methodId)

    expect(body).toMatchObject({ status: 'succeeded', paid: true, payment_method: { id: methodId, saved: true } })
    expect(body).not.toHaveProperty('confirmation')
  })

  it('is not one if the payer was not asked to save it', async () => {
    const id = await merchant.pay({ save_payment_method: false })

    const { body } = await merchant.charge(id)

    expect(body).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'permission_revoked' } })
  })

  it('is declined as told, until told otherwise', async () => {
    const methodId = await merchant.pay({ save_payment_method: true })
    await merchant.control('methods', { methodId, decline: 'insufficient_funds' })
    const declined = await merchant.charge(methodId)
    await merchant.control('methods', { methodId, decline: null })
    const accepted = await merchant.charge(methodId)

    expect(declined.body).toMatchObject({
      status: 'canceled',
      cancellation_details: { party: 'payment_network', reason: 'insufficient_funds' },
    })
    expect(accepted.body.status).toBe('succeeded')
  })

  it('cannot be charged after its holder took the permission back', async () => {
    const methodId = await merchant.pay({ save_payment_method: true })
    await merchant.control('methods/revoke', { methodId })

    const { body } = await merchant.charge(methodId)

    expect(body).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'permission_revoked' } })
  })

  it('can be charged with a delay', async () => {
    const methodId = await merchant.pay({ save_payment_method: true })
    await merchant.control('outcomes', { charges: 'pending' })
    const waiting = await merchant.charge(methodId)
    await merchant.control('outcomes', { charges: 'settled' })

    const ended = await merchant.get(`/payments/${waiting.body.id}`)

    expect(waiting.body).toMatchObject({ status: 'pending', paid: false })
    expect(waiting.body).not.toHaveProperty('confirmation')
    expect(ended.body).toMatchObject({ status: 'succeeded', payment_method: { id: methodId } })
  })
})

describe('the list of payments', () => {
  it('is cut into pages, newest first', async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count++) ids.unshift((await merchant.open()).id)

    const pages = [await merchant.get('/payments?limit=2')]
    for (let page = pages[0]; page?.body.next_cursor; page = pages.at(-1))
      pages.push(await merchant.get(`/payments?limit=2&cursor=${page.body.next_cursor}`))

    expect(pages.map(({ body }) => (body.items ?? []).map(({ id }) => id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
    ])
    expect(pages[0]?.body.type).toBe('list')
  })

  it('is filtered by time and status', async () => {
    const early = await merchant.pay()
    nowMs += 1000
    const late = await merchant.open()
    const [from, to] = ['2026-11-01T10:00:00.000Z', '2026-11-01T10:00:01.000Z']

    const found = async (query: string) =>
      ((await merchant.get(`/payments?${query}`)).body.items ?? []).map(({ id }) => (id === late.id ? 'late' : 'early'))

    expect(await found(`created_at.gte=${to}`)).toEqual(['late'])
    expect(await found(`created_at.gt=${from}`)).toEqual(['late'])
    expect(await found(`created_at.lt=${to}`)).toEqual(['early'])
    expect(await found(`created_at.lte=${to}`)).toEqual(['late', 'early'])
    expect(await found('status=succeeded')).toEqual(['early'])
    expect(early).not.toBe(late.id)
  })

  it.each(['limit=0', 'limit=101', 'created_at.gte=yesterday', 'status=paid'])('refuses %s', async (query) => {
    expect((await merchant.get(`/payments?${query}`)).status).toBe(400)
  })
})

describe('a refund', () => {
  it('returns a part, then the rest, and no more than was paid', async () => {
    const id = await merchant.pay()
    const part = await merchant.refund(id, '300.00')
    const partly = await merchant.get(`/payments/${id}`)
    const tooMuch = await merchant.refund(id, '690.01')
    const rest = await merchant.refund(id, '690.00')
    const whole = await merchant.get(`/payments/${id}`)

    expect(part.body).toMatchObject({ status: 'succeeded', payment_id: id, amount: { value: '300.00' } })
    expect((await merchant.get(`/refunds/${part.body.id}`)).body).toEqual(part.body)
    expect(partly.body).toMatchObject({ refunded_amount: { value: '300.00' }, refundable: true })
    expect([tooMuch.status, tooMuch.body.parameter]).toEqual([400, 'amount.value'])
    expect(rest.status).toBe(200)
    expect(whole.body).toMatchObject({ status: 'succeeded', refunded_amount: { value: '990.00' }, refundable: false })
    expect((await merchant.get(`/refunds?payment_id=${id}`)).body.items).toHaveLength(2)
  })

  it('is refused for a payment that nobody paid', async () => {
    const { id } = await merchant.open()

    const { status, body } = await merchant.refund(id, '1.00')

    expect([status, body.parameter]).toEqual([400, 'payment_id'])
  })

  it('can wait and then be paid out', async () => {
    const id = await merchant.pay()
    await merchant.control('outcomes', { refunds: 'pending' })
    const waiting = await merchant.refund(id, '990.00')
    const before = await merchant.get(`/payments/${id}`)
    await merchant.control('outcomes', { refunds: 'succeeded' })

    const ended = await merchant.get(`/refunds/${waiting.body.id}`)

    expect(waiting.body.status).toBe('pending')
    expect(before.body).not.toHaveProperty('refunded_amount')
    expect(ended.body.status).toBe('succeeded')
    expect((await merchant.get(`/payments/${id}`)).body).toMatchObject({ refunded_amount: { value: '990.00' } })
  })
})
