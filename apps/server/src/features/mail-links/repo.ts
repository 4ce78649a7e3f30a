import type { LinkPurpose } from '@doslovno/domain/account/mail-link.ts'

import type { Db } from '#platform/db.ts'
import type { MailLinkRow } from '#platform/tables.ts'

type NewLink = Omit<MailLinkRow, 'hash' | 'usedAt' | 'payload'> & { payload: string }

/**
 * A user's new link takes the place of those before. Not so for registrations, which have no user yet: somebody
 * else could register the same address and put their password in the place of its owner's.
 */
export async function insertLink(db: Db, link: NewLink): Promise<void> {
  if (link.userId !== null) await deleteUnused(db, link.purpose, link.userId)
  await db.insertInto('mailLinks').values(link).execute()
}

async function deleteUnused(db: Db, purpose: LinkPurpose, userId: string): Promise<void> {
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

export async function setHash(db: Db, id: string, hash: Buffer): Promise<void> {
  await db.updateTable('mailLinks').set({ hash }).where('id', '=', id).where('usedAt', 'is', null).execute()
}

/** Spends a link by one statement: of two who open it at once, one wins. */
export function spendByHash(db: Db, purpose: LinkPurpose, hash: Buffer, now: Date): Promise<MailLinkRow | undefined> {
  return db
    .updateTable('mailLinks')
    .set({ usedAt: now })
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
}

export function findByHash(db: Db, purpose: LinkPurpose, hash: Buffer): Promise<MailLinkRow | undefined> {
  return db
    .selectFrom('mailLinks')
    .selectAll()
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
}

/** Whoever asked for these is not to be trusted any more. */
export async function cancelLinksOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('mailLinks').where('userId', '=', userId).where('usedAt', 'is', null).execute()
}
