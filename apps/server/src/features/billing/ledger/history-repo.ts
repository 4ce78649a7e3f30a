import type { Db } from '#platform/db.ts'
import type { LotRow } from '#platform/tables.ts'

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
