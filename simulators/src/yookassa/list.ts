import * as z from 'zod'

import { statuses } from './payment.ts'
import { read } from './request.ts'

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
export function listPage<Row extends Listed>(rows: Iterable<Row>, query: URLSearchParams, view: (row: Row) => object) {
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
