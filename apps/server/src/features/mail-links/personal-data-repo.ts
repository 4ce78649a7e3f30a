import type { Db } from '#platform/db.ts'

/** Deletes links to the address of a deleted account, registrations included; its own go with the account. */
export async function forgetEmail(db: Db, email: string): Promise<void> {
  await db.deleteFrom('mailLinks').where('email', '=', email).execute()
}
