import { randomUUID } from 'node:crypto'

import type { BundleTerms } from '@doslovno/domain/billing/entitlements.ts'
import { type Allocation, type Entry, holdEntries, type LotKind } from '@doslovno/domain/billing/ledger.ts'
import { sql } from 'kysely'

import { type Db, prepared, type Tx } from '#platform/db.ts'
import type { LotRow, ReservationRow } from '#platform/tables.ts'

// Statements of every reservation are plain SQL, prepared: building and planning them would cost more than they do.

const lotColumns = sql.raw(`id, user_id, kind, granted_seconds, remaining_seconds, held_seconds, consumed_seconds,
  expired_seconds, revoked_seconds, starts_at, expires_at, source`)
const reservationColumns = sql.raw(
  'id, user_id, process_id, state, seconds, used_seconds, shown_seconds, created_at, ended_at',
)

export async function bundleTermsOf(db: Db, userId: string): Promise<BundleTerms> {
  const { rows } = await sql<BundleTerms>`${prepared}
    select minutes, anchor_at, paid_until from subscriptions join tariffs on tariffs.id = tariff_id
    where user_id = ${userId}`.execute(db)
  return only(rows)
}

/** Lots with seconds left, ended ones included, and the lot of `source` even if it is spent. */
export async function lotsOf(db: Db, userId: string, source: string): Promise<LotRow[]> {
  const { rows } = await sql<LotRow>`${prepared}
    select ${lotColumns} from lots where user_id = ${userId} and (remaining_seconds > 0 or source = ${source})`.execute(
    db,
  )
  return rows
}

/** The lot that the cause `source` was granted as. */
export function findLot(db: Db, source: string): Promise<LotRow | undefined> {
  return db.selectFrom('lots').selectAll().where('source', '=', source).executeTakeFirst()
}

type Grant = { userId: string; kind: LotKind; seconds: number; startsAt: Date; expiresAt: Date; source: string }

/** The same source grants once; a repeat changes nothing and returns false. */
export async function insertLot(db: Db, { seconds, ...lot }: Grant, now: Date): Promise<boolean> {
  const id = randomUUID()
  const granted = await db
    .insertInto('lots')
    .values({ id, ...lot, grantedSeconds: seconds, remainingSeconds: seconds })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .executeTakeFirst()
  if (granted.numInsertedOrUpdatedRows !== 1n) return false
  await db
    .insertInto('ledgerEntries')
    .values({ at: now, userId: lot.userId, lotId: id, kind: 'grant', seconds })
    .execute()
  return true
}

/**
 * Moves the end of running plan lots to `now`, held ones included, and returns them. Their source is freed: the new plan
 * may begin in the same month, even in the same moment.
 */
export function endPlanLots(db: Db, userId: string, now: Date): Promise<LotRow[]> {
  return db
    .updateTable('lots')
    .set({ startsAt: sql`least(starts_at, ${now})`, expiresAt: now, source: sql`'replaced:' || id` })
    .where('userId', '=', userId)
    .where('kind', '=', 'plan')
    .where('expiresAt', '>', now)
    .returningAll()
    .execute()
}

export async function findReservation(db: Db, processId: string): Promise<ReservationRow | undefined> {
  const { rows } = await sql<ReservationRow>`${prepared}
    select ${reservationColumns} from reservations where process_id = ${processId}`.execute(db)
  return rows[0]
}

/** Returns false if the hold has ended. */
export async function raiseShown(db: Db, id: string, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reservations')
    .set({ shownSeconds: sql`greatest(shown_seconds, ${seconds})` })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** How far the text of a process was shown. Until the transaction ends, no more of it can be. */
export async function lockShown(tx: Tx, processId: string): Promise<number> {
  const hold = tx.selectFrom('reservations').select('shownSeconds').where('processId', '=', processId).forUpdate()
  return (await hold.executeTakeFirst())?.shownSeconds ?? 0
}

type Hold = { userId: string; processId: string; allocations: readonly Allocation[]; now: Date }

export async function insertReservation(
  db: Db,
  { userId, processId, allocations, now }: Hold,
): Promise<ReservationRow> {
  const id = randomUUID()
  const lotIds = allocations.map(({ lotId }) => lotId)
  const seconds = allocations.map((allocation) => allocation.seconds)
  const { rows } = await sql<ReservationRow>`${prepared}
    with parts as (
      insert into reservation_parts (reservation_id, position, lot_id, seconds)
      select ${id}, position - 1, lot_id, seconds
      from unnest(${lotIds}::uuid[], ${seconds}::integer[]) with ordinality as part (lot_id, seconds, position)
    )
    insert into reservations (id, user_id, process_id, seconds, created_at)
    values (${id}, ${userId}, ${processId}, ${seconds.reduce((sum, part) => sum + part, 0)}, ${now})
    returning ${reservationColumns}`.execute(db)
  await postEntries(db, { userId, entries: holdEntries(allocations), reservationId: id, now })
  return only(rows)
}

type HeldAllocation = Allocation & { expiresAt: Date }

/** Allocations in the order they were taken, with the end of their lots. */
export async function allocationsOf(db: Db, reservationId: string): Promise<HeldAllocation[]> {
  const { rows } = await sql<HeldAllocation>`${prepared}
    select lot_id, part.seconds, expires_at
    from reservation_parts as part join lots on lots.id = lot_id
    where reservation_id = ${reservationId} order by position`.execute(db)
  return rows
}

type End = { state: 'settled' | 'released'; usedSeconds: number; endedAt: Date }

export async function endReservation(db: Db, id: string, { state, usedSeconds, endedAt }: End): Promise<void> {
  await sql`${prepared}
    update reservations set state = ${state}, used_seconds = ${usedSeconds}, ended_at = ${endedAt}
    where id = ${id}`.execute(db)
}

type Posting = { userId: string; entries: readonly Entry[]; reservationId: string | null; now: Date }

/** Appends entries and moves their lots by the same sums, in one statement. Lots change in no other way. */
export async function postEntries(db: Db, { userId, entries, reservationId, now }: Posting): Promise<void> {
  if (entries.length === 0) return
  const lotIds = entries.map(({ lotId }) => lotId)
  const kinds = entries.map(({ kind }) => kind)
  const seconds = entries.map((entry) => entry.seconds)
  await sql`${prepared}
    with posted as (
      insert into ledger_entries (at, user_id, lot_id, kind, seconds, reservation_id)
      select ${now}, ${userId}, lot_id, kind, seconds, ${reservationId}
      from unnest(${lotIds}::uuid[], ${kinds}::text[], ${seconds}::integer[]) as entry (lot_id, kind, seconds)
      returning lot_id, kind, seconds
    ), change as (
      select lot_id, sum(seconds) as remaining,
        coalesce(sum(seconds) filter (where kind in ('hold', 'release')), 0) as returned,
        coalesce(sum(seconds) filter (where kind = 'capture'), 0) as captured,
        coalesce(sum(seconds) filter (where kind = 'expire'), 0) as expired,
        coalesce(sum(seconds) filter (where kind = 'revoke'), 0) as revoked
      from posted group by lot_id
    )
    update lots
    set remaining_seconds = remaining_seconds + remaining, held_seconds = held_seconds - returned,
      consumed_seconds = consumed_seconds - captured, expired_seconds = expired_seconds - expired,
      revoked_seconds = revoked_seconds - revoked
    from change where lots.id = lot_id`.execute(db)
}

function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('The statement returned no row')
  return row
}

/** An ended lot is listed while a reservation still holds seconds of it. */
export function openLots(db: Db, userId: string, now: Date): Promise<LotRow[]> {
  return db
    .selectFrom('lots')
    .selectAll()
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('heldSeconds', '>', 0), eb('remainingSeconds', '>', 0).and('expiresAt', '>', now)]))
    .orderBy('expiresAt')
    .orderBy('id')
    .execute()
}

/** The newest entries of the ledger. */
export function lastEntries(db: Db, userId: string, limit: number) {
  return db
    .selectFrom('ledgerEntries')
    .select(['at', 'kind', 'seconds', 'lotId', 'reservationId'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export type Spent = { processId: string; usedSeconds: number; endedAt: Date }

type Page = { page: number; pageSize: number }

export function listSpending(db: Db, userId: string, { page, pageSize }: Page): Promise<Spent[]> {
  return settled(db, userId)
    .select(['processId', 'usedSeconds', 'endedAt'])
    .$narrowType<{ usedSeconds: number; endedAt: Date }>() // a settled reservation has both
    .orderBy('endedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
}

export async function countSpending(db: Db, userId: string): Promise<number> {
  const counted = settled(db, userId).select((eb) => eb.fn.countAll<number>().as('total'))
  return (await counted.executeTakeFirstOrThrow()).total
}

function settled(db: Db, userId: string) {
  return db.selectFrom('reservations').where('userId', '=', userId).where('state', '=', 'settled')
}
