import { randomUUID } from 'node:crypto'

import type { LotKind, Part } from '@doslovno/domain/billing/ledger.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'
import type { LotRow, ReservationRow, TariffRow, UserRow } from '#platform/tables.ts'

export function findTariff(db: Db, id: number): Promise<TariffRow> {
  return db.selectFrom('tariffs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export function listPublicTariffs(db: Db): Promise<TariffRow[]> {
  return db.selectFrom('tariffs').selectAll().where('isPublic', '=', true).orderBy('id').execute()
}

type NewTariff = Omit<TariffRow, 'meta' | 'isPublic'> & { meta: string }

/** Tariffs that operators changed stay as they are. */
export async function insertTariffsOnce(db: Db, tariffs: readonly NewTariff[]): Promise<void> {
  await db
    .insertInto('tariffs')
    .values([...tariffs])
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Every change of a balance takes this lock first, so that two of them never pass each other. */
export function lockUser(db: Db, userId: string): Promise<UserRow> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow()
}

export function lotsOf(db: Db, userId: string): Promise<LotRow[]> {
  return db.selectFrom('lots').selectAll().where('userId', '=', userId).where('remainingSeconds', '>', 0).execute()
}

export type Grant = { userId: string; kind: LotKind; seconds: number; startsAt: Date; expiresAt: Date; source: string }

/** The same source grants once; false when it did before. */
export async function insertLot(db: Db, { seconds, ...lot }: Grant, now: Date): Promise<boolean> {
  const id = randomUUID()
  const granted = await db
    .insertInto('lots')
    .values({ id, ...lot, grantedSeconds: seconds, remainingSeconds: seconds })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .executeTakeFirst()
  if (granted.numInsertedOrUpdatedRows !== 1n) return false
  await insertEntry(db, { at: now, userId: lot.userId, lotId: id, kind: 'grant', seconds, reservationId: null })
  return true
}

export function findReservation(db: Db, processId: string): Promise<ReservationRow | undefined> {
  return db.selectFrom('reservations').selectAll().where('processId', '=', processId).executeTakeFirst()
}

type Hold = { userId: string; processId: string; parts: readonly Part[]; now: Date }

export async function insertReservation(db: Db, { userId, processId, parts, now }: Hold): Promise<ReservationRow> {
  const id = randomUUID()
  const seconds = parts.reduce((sum, part) => sum + part.seconds, 0)
  const row = { id, userId, processId, seconds, createdAt: now }
  const reservation = await db.insertInto('reservations').values(row).returningAll().executeTakeFirstOrThrow()
  for (const [position, part] of parts.entries()) {
    await db
      .insertInto('reservationParts')
      .values({ reservationId: id, position, ...part })
      .execute()
    await moveSeconds(db, part.lotId, { remaining: -part.seconds, held: part.seconds })
    await insertEntry(db, {
      at: now,
      userId,
      lotId: part.lotId,
      kind: 'hold',
      seconds: -part.seconds,
      reservationId: id,
    })
  }
  return reservation
}

/** Parts in the order they were taken, with the end of their lots. */
export function partsOf(db: Db, reservationId: string) {
  return db
    .selectFrom('reservationParts as part')
    .innerJoin('lots as lot', 'lot.id', 'part.lotId')
    .select(['part.lotId', 'part.seconds', 'lot.expiresAt'])
    .where('part.reservationId', '=', reservationId)
    .orderBy('part.position')
    .execute()
}

type End = { state: 'settled' | 'released'; usedSeconds: number; endedAt: Date }

export async function endReservation(db: Db, id: string, end: End): Promise<void> {
  await db.updateTable('reservations').set(end).where('id', '=', id).execute()
}

type Move = { remaining?: number; held?: number; consumed?: number; expired?: number }

export async function moveSeconds(db: Db, lotId: string, { remaining = 0, held = 0, consumed = 0, expired = 0 }: Move) {
  await db
    .updateTable('lots')
    .set({
      remainingSeconds: sql`remaining_seconds + ${remaining}`,
      heldSeconds: sql`held_seconds + ${held}`,
      consumedSeconds: sql`consumed_seconds + ${consumed}`,
      expiredSeconds: sql`expired_seconds + ${expired}`,
    })
    .where('id', '=', lotId)
    .execute()
}

type Entry = {
  at: Date
  userId: string
  lotId: string
  kind: 'grant' | 'hold' | 'release' | 'capture' | 'expire'
  /** Change of what remains in the lot. */
  seconds: number
  reservationId: string | null
}

export async function insertEntry(db: Db, entry: Entry): Promise<void> {
  await db.insertInto('ledgerEntries').values(entry).execute()
}

export async function countUploadsSince(db: Db, userId: string, since: Date): Promise<number> {
  const counted = db
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userId', '=', userId)
    .where('state', '!=', 'aborted')
    .where('createdAt', '>=', since)
  return (await counted.executeTakeFirstOrThrow()).total
}
