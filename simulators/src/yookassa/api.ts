import { type Call, json, jsonOf, type Reply } from '#http.ts'

import { createPayment } from './create.ts'
import { ApiError, refusal } from './errors.ts'
import { capture, release } from './hold.ts'
import { checkKey } from './idempotence.ts'
import { listPage } from './list.ts'
import { kopecksOf } from './money.ts'
import type { Payment, Refund } from './payment.ts'
import { createRefund } from './refunds.ts'
import { Capture, NewPayment, NewRefund, read } from './request.ts'
import { SECRET_KEY, SHOP_ID, type Shop } from './shop.ts'
import { paymentObject, refundObject } from './wire.ts'

export type Answer = { reply: Reply; isReplay: boolean }

const EXPECTED = `Basic ${Buffer.from(`${SHOP_ID}:${SECRET_KEY}`).toString('base64')}`

/** Answers a call of the API; a POST with a known key gets the first answer. */
export function answerApi(shop: Shop, call: Call): Answer {
  try {
    if (call.headers.authorization !== EXPECTED) throw new ApiError(401, 'Error in shopId or secret key')
    return call.method === 'POST' ? answerOnce(shop, call) : { reply: json(200, get(shop, call)), isReplay: false }
  } catch (error) {
    if (error instanceof ApiError) return { reply: refusal(error), isReplay: false }
    throw error
  }
}

function answerOnce(shop: Shop, call: Call): Answer {
  const key = checkKey(keyOf(call))
  const body = jsonOf(call)
  if (body === undefined) throw new ApiError(400, 'The body must be JSON')
  const request = `${call.path} ${JSON.stringify(body)}`
  const known = shop.keys.find(key, request)
  if (known) return { reply: known, isReplay: true }
  const reply = json(200, post(shop, call.path, body))
  shop.keys.keep(key, request, reply)
  return { reply, isReplay: false }
}

export function keyOf({ headers }: Call): string | undefined {
  const key = headers['idempotence-key']
  return typeof key === 'string' ? key : undefined
}

function post(shop: Shop, path: string, body: unknown): object {
  if (path === '/v3/payments') return paymentObject(shop, createPayment(shop, read(NewPayment, body)))
  if (path === '/v3/refunds') return refundObject(shop, createRefund(shop, read(NewRefund, body)))
  const [, id, action] = /^\/v3\/payments\/([^/]+)\/(capture|cancel)$/.exec(path) ?? []
  if (!id) throw new ApiError(404, 'There is no such address')
  const payment = found(shop.payments.get(id))
  if (action === 'cancel') return paymentObject(shop, release(shop, payment))
  const { amount } = read(Capture, body)
  return paymentObject(shop, capture(shop, payment, amount && kopecksOf(amount.value)))
}

function get(shop: Shop, { method, path, query }: Call): object {
  if (method !== 'GET') throw new ApiError(405, 'There is no such method')
  const viewPayment = (payment: Payment) => paymentObject(shop, payment)
  const viewRefund = (refund: Refund) => refundObject(shop, refund)
  if (path === '/v3/me') return { account_id: SHOP_ID, status: 'enabled', test: true, payment_methods: ['bank_card'] }
  if (path === '/v3/payments') return listPage(shop.payments.values(), query, viewPayment)
  if (path === '/v3/refunds') return listPage(shop.refunds.values(), query, viewRefund)
  const [, kind, id = ''] = /^\/v3\/(payments|refunds)\/([^/]+)$/.exec(path) ?? []
  if (kind === 'refunds') return viewRefund(found(shop.refunds.get(id)))
  return viewPayment(found(shop.payments.get(id)))
}

function found<Thing>(thing: Thing | undefined): Thing {
  if (!thing) throw new ApiError(404, 'Nothing has this id')
  return thing
}
