import { sql } from 'kysely'

import { type Db, prepared, type Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { UserRow } from '#platform/tables.ts'

export function userById(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

export function userByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

type Contact = Pick<UserRow, 'email' | 'name' | 'timeZone'>

/** Name, address and time zone for a mail; `email` is null for an account without an address. */
export function contactOf(db: Db, userId: string): Promise<Contact | undefined> {
  return db.selectFrom('users').select(['email', 'name', 'timeZone']).where('id', '=', userId).executeTakeFirst()
}

/** Serialises changes to one user: the lock is held until the transaction ends. Throws if the account is deleted. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  // A token or a job may outlive its account.
  if (!(await lockUserIfAny(tx, id))) throw new AppError('needAuthorization')
}

/** Returns false if the account is deleted; an id is never used again. */
export async function lockUserIfAny(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`${prepared} select id from users where id = ${id} for no key update`.execute(tx)
  return rows.length > 0
}

export async function isDisabled(db: Db, id: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('disabledAt').where('id', '=', id).executeTakeFirst()
  return Boolean(user?.disabledAt)
}

/** Returns false if the account is disabled; if not, nobody disables it before the transaction ends. */
export async function lockEnabled(tx: Tx, id: string): Promise<boolean> {
  const user = await tx.selectFrom('users').select('disabledAt').where('id', '=', id).forShare().executeTakeFirst()
  return !user?.disabledAt
}

/** Disables an account, or enables it by null; returns false if it is so already. */
export async function setDisabled(tx: Tx, id: string, disabledAt: Date | null): Promise<boolean> {
  const changed = await tx
    .updateTable('users')
    .set({ disabledAt })
    .where('id', '=', id)
    .where('disabledAt', disabledAt ? 'is' : 'is not', null)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

export type NewUser = Pick<UserRow, 'id' | 'email' | 'name' | 'passwordHash'> &
  Partial<Pick<UserRow, 'surname' | 'isSuperuser' | 'utmData' | 'isPasswordPending'>>

/** Returns undefined if another user has the e-mail. */
export function insertUser(db: Db, user: NewUser): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
}

type Changes = Partial<Pick<UserRow, 'name' | 'surname' | 'passwordHash' | 'isPasswordPending'>>

export async function updateUser(db: Db, id: string, changes: Changes): Promise<void> {
  await db.updateTable('users').set(changes).where('id', '=', id).execute()
}

/** Remembers the time zone that a browser told, for mails that name days. */
export async function rememberTimeZone(db: Db, id: string, timeZone: string | undefined): Promise<void> {
  if (!timeZone) return
  await db
    .updateTable('users')
    .set({ timeZone })
    .where('id', '=', id)
    .where('timeZone', 'is distinct from', timeZone)
    .execute()
}

/** Remembered for good, unlike the uploads themselves. */
export async function rememberUpload(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ hasUploaded: true })
    .where('id', '=', id)
    .where('hasUploaded', '=', false)
    .execute()
}

/** Returns false if another user has the e-mail. */
export async function updateEmail(db: Db, id: string, email: string): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ email })
    .where('id', '=', id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('users as other')
            .select('other.id')
            .where('other.email', '=', email)
            .where('other.id', '!=', id),
        ),
      ),
    )
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** The profile of a person, for the archive of their data. */
export function exportOf(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'surname', 'createdAt', 'hasUploaded', 'utmData', 'timeZone'])
    .select(sql<boolean>`password_hash is not null`.as('hasPassword'))
    .select(['deletionRequestedAt', 'deletionDueAt', 'disabledAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

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

/** Takes back a plan that was made since a moment; false if there is none. */
export async function cancelDeletionSince(tx: Tx, id: string, since: Date): Promise<boolean> {
  const cancelled = await tx
    .updateTable('users')
    .set({ deletionRequestedAt: null, deletionDueAt: null })
    .where('id', '=', id)
    .where('deletionRequestedAt', '>=', since)
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
