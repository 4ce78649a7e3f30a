import type { Selectable } from 'kysely'

import type { Db, Tx } from '#platform/db.ts'
import type { DataExports } from '#platform/tables/account.ts'

export type ExportRow = Selectable<DataExports>

type NewExport = Pick<ExportRow, 'id' | 'userId' | 'requestedAt'>

/** Undefined if an archive of the user is being made already. */
export function insertExport(tx: Tx, wanted: NewExport): Promise<ExportRow | undefined> {
  return tx
    .insertInto('dataExports')
    .values(wanted)
    .onConflict((conflict) => conflict.column('userId').where('status', '=', 'making').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function findExport(db: Db, id: string): Promise<ExportRow | undefined> {
  return db.selectFrom('dataExports').selectAll().where('id', '=', id).executeTakeFirst()
}

export function newestExport(db: Db, userId: string): Promise<ExportRow | undefined> {
  return db
    .selectFrom('dataExports')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('requestedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function exportByToken(db: Db, tokenHash: Buffer): Promise<ExportRow | undefined> {
  return db.selectFrom('dataExports').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()
}

export async function setToken(db: Db, id: string, tokenHash: Buffer): Promise<void> {
  await db.updateTable('dataExports').set({ tokenHash }).where('id', '=', id).execute()
}

type End =
  | { status: 'ready'; bytes: number; readyAt: Date; expiresAt: Date }
  /** It is shown until it expires. */
  | { status: 'failed'; expiresAt: Date }

/** Returns false if the archive is not wanted any more: its account was deleted, or another attempt was faster. */
export async function endExport(db: Db, id: string, end: End): Promise<boolean> {
  const ended = await db
    .updateTable('dataExports')
    .set(end)
    .where('id', '=', id)
    .where('status', '=', 'making')
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/** Deletes the rows whose time is over; returns their ids. */
export async function deleteExpired(tx: Tx, now: Date): Promise<string[]> {
  const deleted = await tx.deleteFrom('dataExports').where('expiresAt', '<=', now).returning('id').execute()
  return deleted.map(({ id }) => id)
}

export async function deleteExportsOf(tx: Tx, userId: string): Promise<string[]> {
  const deleted = await tx.deleteFrom('dataExports').where('userId', '=', userId).returning('id').execute()
  return deleted.map(({ id }) => id)
}

export async function insertDeleted(tx: Tx, userId: string, deletedAt: Date): Promise<void> {
  await tx.insertInto('deletedAccounts').values({ userId, deletedAt }).execute()
}
