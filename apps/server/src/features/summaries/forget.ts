import { returnTheses } from '#features/billing/index.ts'
import type { Db } from '#platform/db.ts'

import { deleteDigest } from './digest/repo.ts'
import { deleteMakings, deleteReadings } from './repo.ts'

/** Deletes all that was made from the text of a script; theses under way are given back. Nothing of it is in storage. */
export async function forget(db: Db, scriptId: string): Promise<string[]> {
  for (const summaryId of await deleteMakings(db, scriptId)) await returnTheses(db, summaryId)
  await deleteReadings(db, scriptId)
  await deleteDigest(db, scriptId)
  return []
}
