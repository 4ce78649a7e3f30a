import * as z from 'zod'

import { type Call, json, jsonOf, type Reply } from '#http.ts'

import { cancel, change, createPayment } from './change.ts'
import { ApiError, refusal } from './errors.ts'
import { checkKey } from './idempotence.ts'
import { cancellationOf, type Payment, type Refund, statuses } from './payment.ts'
import { createRefund } from './refunds.ts'
import { Capture, NewPayment, NewRefund, read } from './request.ts'
import { SECRET_KEY, type Shop, SHOP_ID } from './shop.ts'
import { kopecksOf, paymentObject, refundObject } from './wire.ts'

const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

const Query = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  cursor: z.string().optional(),
  status: z.enum(statuses).optional(),
  payment_id: z.string().optional(),
  'created_at.gte': moment.optional(),
  'created_at.gt': moment.optional(),
  'created_at.lte': moment.optional(),
  'created_at.lt': moment.optional(),
})
type Query = z.infer<typeof Query>

type Listed = { id: string; status: string; createdAt: number; paymentId?: string }

/** A page of payments or refunds, newest first. */
function listPage<Row extends Listed>(rows: Iterable<Row>, query: URLSearchParams, view: (row: Row) => object) {
  const wanted = read(Query, Object.fromEntries(query))
  const found = [...rows].toReversed().filter((row) => isWanted(wanted, row))
  const start = wanted.cursor === undefined ? 0 : found.findIndex(({ id }) => id === wanted.cursor)
  const page = found.slice(Math.max(start, 0), Math.max(start, 0) + wanted.limit)
  const next = found[Math.max(start, 0) + wanted.limit]
  return { type: 'list', items: page.map(view), ...(next && { next_cursor: next.id }) }
}

function isWanted(query: Query, { createdAt, status, paymentId }: Listed): boolean {
  return (
    createdAt >= (query['created_at.gte'] ?? -Infinity) &&
    createdAt > (query['created_at.gt'] ?? -Infinity) &&
    createdAt <= (query['created_at.lte'] ?? Infinity) &&
    createdAt < (query['created_at.lt'] ?? Infinity) &&
    status === (query.status ?? status) &&
    paymentId === (query.payment_id ?? paymentId)
  )
}

/** Takes held money, the whole of it or a part; the rest returns to the payer. */
function capture(shop: Shop, payment: Payment, amountKopecks = payment.amountKopecks): Payment {
  checkHeld(payment)
  if (amountKopecks > payment.amountKopecks) throw new ApiError(400, 'More than was held', 'amount.value')
  return change(shop, { ...payment, status: 'succeeded', amountKopecks, capturedAt: shop.clock.now() })
}

/** Returns held money to the payer. */
function release(shop: Shop, payment: Payment): Payment {
  checkHeld(payment)
  return cancel(shop, payment, cancellationOf('canceled_by_merchant'))
}

function checkHeld({ status }: Payment): void {
  if (status !== 'waiting_for_capture') throw new ApiError(400, `The payment is ${status}`, 'payment_id')
}

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
