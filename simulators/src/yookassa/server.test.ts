import { randomUUID } from 'node:crypto'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { startYookassaSimulator, type YookassaSimulator } from './server.ts'
import { AUTHORIZATION, createMerchant, type Merchant, order } from './test-merchant.ts'

const START = Date.parse('2026-11-01T10:00:00.000Z')

let simulator: YookassaSimulator
let merchant: Merchant

beforeEach(async () => {
  simulator = await startYookassaSimulator({ port: 0, now: () => START })
  merchant = createMerchant(simulator)
})
afterEach(() => simulator.close())

describe('a planned fault', () => {
  it.each([
    ['tooManyRequests', 429, 0],
    ['internalError', 500, 0],
    ['internalErrorAfterCommit', 500, 1],
  ] as const)('%s answers %i and leaves %i payments', async (mode, status, count) => {
    await merchant.control('fail', { mode })

    const reply = await merchant.post('/payments', order())

    expect([reply.status, simulator.commands.payments().length]).toEqual([status, count])
    expect((await merchant.post('/payments', order())).status).toBe(200)
  })

  it.each([
    ['resetBefore', 0],
    ['resetAfterCommit', 1],
  ] as const)('%s breaks the connection and leaves %i payments', async (mode, count) => {
    await merchant.control('fail', { mode })

    await expect(merchant.post('/payments', order())).rejects.toThrow('fetch failed')

    expect(simulator.commands.payments()).toHaveLength(count)
    expect(simulator.commands.journal().at(-1)).toMatchObject({ outcome: 'reset' })
  })

  it('hang never answers', async () => {
    await merchant.control('fail', { mode: 'hang' })
    const stopped = new AbortController()

    const reply = fetch(`${simulator.url}/v3/payments`, {
      headers: { authorization: AUTHORIZATION },
      signal: stopped.signal,
    })
    await expect.poll(() => simulator.commands.journal()).toMatchObject([{ outcome: 'hang' }])
    stopped.abort()

    await expect(reply).rejects.toThrow('aborted')
  })

  it('strikes only what it names, as often as it says', async () => {
    await merchant.control('fail', { mode: 'internalError', times: 2, match: { method: 'POST', path: '/v3/refunds' } })
    const id = await merchant.pay()

    const statuses = []
    for (let count = 0; count < 3; count++) statuses.push((await merchant.refund(id, '1.00')).status)

    expect(statuses).toEqual([500, 500, 200])
  })

  it('outage lasts until it is switched off', async () => {
    await merchant.control('outage', { on: true })
    const first = await merchant.get('/payments')
    await expect(merchant.get('/payments')).rejects.toThrow('fetch failed')
    await merchant.control('outage', { on: false })

    expect([first.status, (await merchant.get('/payments')).status]).toEqual([503, 200])
  })
})

describe('the controls', () => {
  it('accept JSON only and report what is wrong with it', async () => {
    const form = await fetch(`${simulator.url}/control/pay`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) })
    const wrong = await merchant.control('fail', { mode: 'tired' })
    const stranger = await merchant.control('pay', { paymentId: randomUUID() })

    expect([form.status, wrong.status, stranger.status]).toEqual([415, 400, 404])
  })

  it('refuse to pay twice, to pay a closed payment and to take an unknown card', async () => {
    const [paid, closed, open] = [await merchant.pay(), await merchant.open(), await merchant.open()]
    await merchant.control('close', { paymentId: closed.id })

    const replies = [
      await merchant.control('pay', { paymentId: paid }),
      await merchant.control('pay', { paymentId: closed.id }),
      await merchant.control('pay', { paymentId: open.id, card: '1234' }),
    ]

    expect(replies.map(({ status }) => status)).toEqual([400, 400, 400])
    expect((await merchant.get(`/payments/${closed.id}`)).body).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'expired_on_confirmation' },
    })
  })

  it('move the clock', async () => {
    const { id } = await merchant.open()
    await merchant.control('clock', { advanceSeconds: 3600 })
    const expired = await merchant.get(`/payments/${id}`)
    await merchant.control('clock', { now: '2027-05-01T00:00:00.000Z' })

    expect(expired.body.status).toBe('canceled')
    expect((await merchant.open()).created_at).toBe('2027-05-01T00:00:00.000Z')
  })

  it('tell what was asked, without the secret', async () => {
    await merchant.post('/payments', order(), 'key-1')
    const journal = await (await fetch(`${simulator.url}/control/journal`)).text()

    expect(JSON.parse(journal)).toEqual({
      entries: [
        {
          at: '2026-11-01T10:00:00.000Z',
          method: 'POST',
          path: '/v3/payments',
          idempotenceKey: 'key-1',
          outcome: 200,
          isReplay: false,
        },
      ],
    })
  })

  it('forget everything on reset', async () => {
    await merchant.pay()
    await merchant.control('outage', { on: true })
    await merchant.control('reset', {})

    expect((await merchant.get('/payments')).body.items).toEqual([])
    expect(simulator.commands.journal()).toHaveLength(1)
  })
})
