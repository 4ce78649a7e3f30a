import type { Db } from '#platform/db.ts'

/** Reads the database as it is at one moment, however many queries it takes. */
export function inOneMoment<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
