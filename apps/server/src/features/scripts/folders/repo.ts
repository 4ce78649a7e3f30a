import { sql } from 'kysely'

import type { Db, Tx } from '#platform/db.ts'
import type { FolderRow } from '#platform/tables.ts'

export type ListedFolder = Pick<FolderRow, 'id' | 'name'> & { files: number }

export function foldersOf(db: Db, userId: string): Promise<ListedFolder[]> {
  return listed(db)
    .where('userId', '=', userId)
    .orderBy(sql`name collate "ru-x-icu"`)
    .orderBy('id')
    .execute()
}

export function listedFolder(db: Db, id: string): Promise<ListedFolder> {
  return listed(db).where('id', '=', id).executeTakeFirstOrThrow()
}

function listed(db: Db) {
  const files = sql<number>`(select count(*) from scripts where folder_id = folders.id)`
  return db.selectFrom('folders').select(['id', 'name', files.as('files')])
}

export function folderById(db: Db, id: string): Promise<FolderRow | undefined> {
  return db.selectFrom('folders').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks the row until the transaction ends; files may still be put into it. */
export function lockFolder(tx: Tx, id: string): Promise<FolderRow | undefined> {
  return tx.selectFrom('folders').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Null if it was deleted; otherwise it stays until the transaction ends. */
export async function folderIfAny(tx: Tx, id: string | null): Promise<string | null> {
  if (id === null) return null
  const found = await tx.selectFrom('folders').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
  return found?.id ?? null
}

export async function countFolders(db: Db, userId: string): Promise<number> {
  const counted = db
    .selectFrom('folders')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userId', '=', userId)
  return (await counted.executeTakeFirstOrThrow()).total
}

/** A folder of the user with this name, in whatever case. */
export async function folderNamed(db: Db, userId: string, name: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('folders')
    .select('id')
    .where('userId', '=', userId)
    .where(sql`lower(name collate "ru-x-icu")`, '=', sql`lower(${name}::text collate "ru-x-icu")`)
    .executeTakeFirst()
  return found?.id
}

export async function insertFolder(tx: Tx, folder: FolderRow): Promise<void> {
  await tx.insertInto('folders').values(folder).execute()
}

export async function renameFolderRow(tx: Tx, id: string, name: string): Promise<void> {
  await tx.updateTable('folders').set({ name }).where('id', '=', id).execute()
}

/** The foreign key takes its files out of it. */
export async function deleteFolderRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('folders').where('id', '=', id).execute()
}

/** A person's folders, for the archive of their data; the metadata of each file names its folder. */
export function exportFolders(db: Db, userId: string) {
  return db
    .selectFrom('folders')
    .select(['id', 'name', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}
