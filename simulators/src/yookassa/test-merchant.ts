import { randomUUID } from 'node:crypto'

import type { YookassaSimulator } from './server.ts'
import { SECRET_KEY, SHOP_ID } from './shop.ts'

export const RETURN_URL = 'http://127.0.0.1:5173/payment?id=1'
export const AUTHORIZATION = `Basic ${Buffer.from(`${SHOP_ID}:${SECRET_KEY}`).toString('base64')}`

export type Answer = Record<string, unknown> & { id: string; status: string; next_cursor?: string; items?: Answer[] }

export type Merchant = ReturnType<typeof createMerchant>

/** The shop's side in tests: calls the API as a client would, and the controls. */
export function createMerchant({ url, commands }: YookassaSimulator) {
  const get = async (path: string) =>
    read(await fetch(`${url}/v3${path}`, { headers: { authorization: AUTHORIZATION } }))
  const post = async (path: string, body: object, key: string | null = randomUUID()) => {
    const headers = { authorization: AUTHORIZATION, ...(key !== null && { 'idempotence-key': key }) }
    return read(await fetch(`${url}/v3${path}`, jsonRequest(body, headers)))
  }
  const open = async (changes: object = {}) => (await post('/payments', order(changes))).body
  const pay = async (changes: object = {}) => {
    const { id } = await open(changes)
    commands.pay({ paymentId: id })
    return id
  }
  return {
    get,
    post,
    /** A payment that waits for the payer. */
    open,
    /** The id of a payment that was paid. */
    pay,
    /** Charges a saved card. */
    charge: (methodId: string, changes: object = {}) =>
      post('/payments', order({ confirmation: undefined, payment_method_id: methodId, ...changes })),
    refund: (paymentId: string, value: string) =>
      post('/refunds', { payment_id: paymentId, amount: { value, currency: 'RUB' } }),
    control: async (path: string, body: object) => read(await fetch(`${url}/control/${path}`, jsonRequest(body))),
  }
}

export const order = (changes: object = {}) => ({
  amount: { value: '990.00', currency: 'RUB' },
  capture: true,
  description: 'Pro, a month',
  confirmation: { type: 'redirect', return_url: RETURN_URL },
  metadata: { orderId: 'order-1' },
  ...changes,
})

export const receipt = (changes: object = {}) => ({
  customer: { email: 'maria@example.ru' },
  items: [
    {
      description: 'Pro, a month',
      quantity: 1,
      amount: { value: '990.00', currency: 'RUB' },
      vat_code: 1,
      payment_mode: 'full_prepayment',
      payment_subject: 'service',
      ...changes,
    },
  ],
})

const jsonRequest = (body: object, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const read = async (reply: Response) => ({ status: reply.status, body: (await reply.json()) as Answer })
