import type { Db, Tx } from '#platform/db.ts'
import type { UserRow } from '#platform/tables.ts'

type Plan = { requestedAt: Date; dueAt: Date }

/** Plans the deletion of an account, unless it is planned; returns when it is due. */
export async function planDeletion(tx: Tx, id: string, { requestedAt, dueAt }: Plan): Promise<Date | undefined> {
  const planned = await tx
    .updateTable('users')
    .set((eb) => ({
      deletionRequestedAt: eb.fn.coalesce('deletionRequestedAt', eb.val(requestedAt)),
      deletionDueAt: eb.fn.coalesce('deletionDueAt', eb.val(dueAt)),
    }))
    .where('id', '=', id)
    .returning('deletionDueAt')
    .executeTakeFirst()
  return planned?.deletionDueAt ?? undefined
}

/** Takes the plan back while its time has not come; false otherwise. */
export async function cancelDeletion(tx: Tx, id: string, now: Date): Promise<boolean> {
  const cancelled = await tx
    .updateTable('users')
    .set({ deletionRequestedAt: null, deletionDueAt: null })
    .where('id', '=', id)
    .where('deletionDueAt', '>', now)
    .executeTakeFirst()
  return cancelled.numUpdatedRows > 0n
}

/** Accounts whose time to change one's mind is over, longest overdue first. */
export async function dueDeletions(db: Db, now: Date, limit: number): Promise<string[]> {
  const due = db.selectFrom('users').select('id').where('deletionDueAt', '<=', now).orderBy('deletionDueAt')
  return (await due.limit(limit).execute()).map(({ id }) => id)
}

/** Locks an account that is due against everything, even rows that refer to it; undefined if it is not due any more. */
export function lockDue(tx: Tx, id: string, now: Date): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deletionDueAt', '<=', now)
    .forUpdate()
    .executeTakeFirst()
}

/** Deletes the account and, by foreign keys, every row that refers to it. */
export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).execute()
}
