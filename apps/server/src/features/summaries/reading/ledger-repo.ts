import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import type { Db, Tx } from '#platform/db.ts'

/** Whom a call is for. Calls without a reading (questions) have no part in a reading's budget. */
export type CallOwner = { userId: string; scriptId: string; readingId: string | null; summaryId: string | null }

export type NewCall = CallOwner & {
  purpose: string
  model: string
  reservedTokens: number
  /** Cost of the reserved tokens, until the true cost is known. */
  costKopecks: number
}

/** `timeoutSeconds`: a call that was sent longer ago has ended, whatever became of its worker. */
export type CallLimits = { concurrency: number; timeoutSeconds: number; now: Date }

export type Reservation = { state: 'reserved'; id: string } | { state: 'busy' } | { state: 'spent' }

/** Budgets of one file that may be spent within a day. */
const BUDGETS_PER_DAY = 3
const DAY_MS = 24 * 3600 * 1000
/** Any number, the same in every process. */
const LOCK = 7_316_504

/** Inserts a call in state `sent` if a slot of the installation and the budget of the reading allow it. */
export async function reserveCall(tx: Tx, call: NewCall, limits: CallLimits): Promise<Reservation> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
  if ((await callsUnderWay(tx, limits)) >= limits.concurrency) return { state: 'busy' }
  if (await isSpent(tx, call, limits.now)) return { state: 'spent' }
  const id = randomUUID()
  await tx
    .insertInto('llmCalls')
    .values({ ...call, id, at: limits.now, state: 'sent' })
    .execute()
  return { state: 'reserved', id }
}

export type Settled = {
  state: 'done' | 'failed'
  outcome: string
  seconds: number
  /** Null if nobody knows what the server charged: the reserved tokens count as spent. */
  usage: { promptTokens: number; completionTokens: number; isEstimated: boolean; costKopecks: number } | null
}

export async function settleCall(db: Db, id: string, { usage, ...settled }: Settled): Promise<void> {
  await db
    .updateTable('llmCalls')
    .set({ ...settled, ...usage })
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .execute()
}

async function callsUnderWay(tx: Tx, { timeoutSeconds, now }: CallLimits): Promise<number> {
  const { count } = await tx
    .selectFrom('llmCalls')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('state', '=', 'sent')
    .where('at', '>', new Date(now.getTime() - timeoutSeconds * 1000))
    .executeTakeFirstOrThrow()
  return count
}

/** A crash leaves calls in state `sent`; they count as spent, because the provider charged for them too. */
const tokens = sql<number>`coalesce(sum(coalesce(prompt_tokens + completion_tokens, reserved_tokens)), 0)::int`

async function isSpent(tx: Tx, { readingId, scriptId, reservedTokens }: NewCall, now: Date): Promise<boolean> {
  if (readingId === null) return false
  const { budgetTokens } = await tx
    .selectFrom('readings')
    .select('budgetTokens')
    .where('id', '=', readingId)
    .executeTakeFirstOrThrow()
  const ofReading = await tokensOfReading(tx, readingId)
  const ofDay = await tokensOfDay(tx, scriptId, now)
  return ofReading + reservedTokens > budgetTokens || ofDay + reservedTokens > BUDGETS_PER_DAY * budgetTokens
}

export async function tokensOfReading(db: Db, readingId: string): Promise<number> {
  const row = await db
    .selectFrom('llmCalls')
    .select(tokens.as('tokens'))
    .where('readingId', '=', readingId)
    .executeTakeFirstOrThrow()
  return row.tokens
}

async function tokensOfDay(db: Db, scriptId: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('llmCalls')
    .select(tokens.as('tokens'))
    .where('scriptId', '=', scriptId)
    .where('readingId', 'is not', null)
    .where('at', '>', new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow()
  return row.tokens
}
