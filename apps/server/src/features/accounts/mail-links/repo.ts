import type { MailLinkPurpose } from '@doslovno/domain/account/mail-link.ts'

import { daysBefore, deleteInBatches } from '#platform/batches.ts'
import type { Db } from '#platform/db.ts'
import type { MailLinkRow } from '#platform/tables.ts'

type NewLink = Omit<MailLinkRow, 'hash' | 'usedAt' | 'payload'> & { payload: string }

/**
 * A user's new link replaces the unused ones. Registrations have no user yet and stay side by side: otherwise a
 * stranger could register the same address and replace its owner's password. Links that revert a change of e-mail
 * stay too: otherwise an intruder could change it twice.
 */
export async function insertLink(db: Db, link: NewLink): Promise<void> {
  if (link.userId !== null && link.purpose !== 'revertEmail') await deleteUnused(db, link.purpose, link.userId)
  await db.insertInto('mailLinks').values(link).execute()
}

async function deleteUnused(db: Db, purpose: MailLinkPurpose, userId: string): Promise<void> {
  await db
    .deleteFrom('mailLinks')
    .where('purpose', '=', purpose)
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute()
}

export function findLink(db: Db, id: string): Promise<MailLinkRow | undefined> {
  return db.selectFrom('mailLinks').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The last unconfirmed registration of an address, expired or not. */
export function newestRegistration(db: Db, email: string): Promise<MailLinkRow | undefined> {
  return db
    .selectFrom('mailLinks')
    .selectAll()
    .where('email', '=', email)
    .where('purpose', '=', 'register')
    .where('usedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function setHash(db: Db, id: string, hash: Buffer): Promise<void> {
  await db.updateTable('mailLinks').set({ hash }).where('id', '=', id).where('usedAt', 'is', null).execute()
}

/** Spends a link by one statement, so that one of two concurrent calls wins. */
export function spendByHash(
  db: Db,
  purposes: readonly MailLinkPurpose[],
  hash: Buffer,
  now: Date,
): Promise<MailLinkRow | undefined> {
  return db
    .updateTable('mailLinks')
    .set({ usedAt: now })
    .where('hash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
}

export function findByHash(
  db: Db,
  purposes: readonly MailLinkPurpose[],
  hash: Buffer,
): Promise<MailLinkRow | undefined> {
  return db
    .selectFrom('mailLinks')
    .selectAll()
    .where('hash', '=', hash)
    .where('purpose', 'in', purposes)
    .executeTakeFirst()
}

/** Deletes unused links: an intruder may have requested them. Links to former addresses stay, as the owner's way back. */
export async function cancelLinksOf(db: Db, userId: string): Promise<void> {
  await unusedOf(db, userId).where('purpose', '!=', 'revertEmail').execute()
}

/** Deletes unused links to addresses that the account had later; `since` is when the owner's own, now used, link was created. */
export async function cancelLaterReverts(db: Db, userId: string, since: Date): Promise<void> {
  await unusedOf(db, userId).where('purpose', '=', 'revertEmail').where('createdAt', '>=', since).execute()
}

function unusedOf(db: Db, userId: string) {
  return db.deleteFrom('mailLinks').where('userId', '=', userId).where('usedAt', 'is', null)
}

/** Used links stay longer, so that «Token already used» can be answered. */
const USED_DAYS = 30
/** Longer than a mail is retried, so that a link that expired meanwhile is reported. */
const UNUSED_DAYS = 7

/** Deletes links that ended long ago, with what they would have activated; returns how many. */
export function forgetOldLinks(db: Db, now: Date): Promise<number> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('mailLinks')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('mailLinks')
          .select('id')
          .where('expiresAt', '<', daysBefore(now, UNUSED_DAYS))
          .where((or) => or.or([or('usedAt', 'is', null), or('usedAt', '<', daysBefore(now, USED_DAYS))]))
          .limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}

/** Deletes links to the address of a deleted account, registrations included; its own go with the account. */
export async function forgetEmail(db: Db, email: string): Promise<void> {
  await db.deleteFrom('mailLinks').where('email', '=', email).execute()
}
