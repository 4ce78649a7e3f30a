import type { ExportFormat } from '@doslovno/domain/export/formats.ts'
import type { Selectable } from 'kysely'

import type { Db, Tx } from '#platform/db.ts'
import type { NotificationSettings, PushSubscriptions } from '#platform/tables/account.ts'

export type Settings = { isEmailOn: boolean; isPushOn: boolean; formats: ExportFormat[] }
export type SubscriptionRow = Selectable<PushSubscriptions>

/** Of a user who has chosen nothing: a mail with a link. */
const STANDARD: Settings = { isEmailOn: true, isPushOn: false, formats: [] }

export async function settingsOf(db: Db, userId: string): Promise<Settings> {
  const chosen = await db
    .selectFrom('notificationSettings')
    .select(['isEmailOn', 'isPushOn', 'formats'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return chosen ?? STANDARD
}

type Changes = Partial<Omit<Selectable<NotificationSettings>, 'userId'>>

/** Changes some settings and keeps the others; does nothing for a user who is gone. */
export async function changeSettings(db: Db, userId: string, changes: Changes): Promise<void> {
  await db
    .insertInto('notificationSettings')
    .columns(['userId', 'isEmailOn', 'isPushOn', 'formats'])
    .expression((eb) => {
      const { isEmailOn, isPushOn, formats } = { ...STANDARD, ...changes }
      const chosen = [eb.val(isEmailOn).as('isEmailOn'), eb.val(isPushOn).as('isPushOn'), eb.val(formats).as('formats')]
      return eb.selectFrom('users').select('id').select(chosen).where('id', '=', userId)
    })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(changes))
    .execute()
}

export function subscriptionsOf(db: Db, userId: string): Promise<SubscriptionRow[]> {
  return db.selectFrom('pushSubscriptions').selectAll().where('userId', '=', userId).orderBy('createdAt').execute()
}

export function subscriptionById(db: Db, id: string): Promise<SubscriptionRow | undefined> {
  return db.selectFrom('pushSubscriptions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A browser belongs to the user who registered it last, and to that session. */
export async function saveSubscription(tx: Tx, subscription: SubscriptionRow): Promise<void> {
  const { userId, p256dh, auth, createdAt, sessionId } = subscription
  await tx
    .insertInto('pushSubscriptions')
    .values(subscription)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ userId, p256dh, auth, createdAt, sessionId }))
    .execute()
}

/** Keeps the newest browsers of a user. */
export async function pruneSubscriptions(tx: Tx, userId: string, most: number): Promise<void> {
  const newest = tx
    .selectFrom('pushSubscriptions')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .limit(most)
  await tx.deleteFrom('pushSubscriptions').where('userId', '=', userId).where('id', 'not in', newest).execute()
}

export async function deleteSubscription(db: Db, userId: string, endpoint: string): Promise<void> {
  await db.deleteFrom('pushSubscriptions').where('userId', '=', userId).where('endpoint', '=', endpoint).execute()
}

export async function forgetBrowserOf(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('pushSubscriptions').where('sessionId', '=', sessionId).execute()
}

/** Forgets the browsers of a user except that of `exceptSession`. */
export async function forgetBrowsersOf(db: Db, userId: string, exceptSession?: string): Promise<void> {
  const all = db.deleteFrom('pushSubscriptions').where('userId', '=', userId)
  const others = (session: string) =>
    all.where((eb) => eb.or([eb('sessionId', 'is', null), eb('sessionId', '!=', session)]))
  await (exceptSession ? others(exceptSession) : all).execute()
}

export async function wasMailed(db: Db, processId: string): Promise<boolean> {
  const found = await db
    .selectFrom('mailedProcesses')
    .select('processId')
    .where('processId', '=', processId)
    .executeTakeFirst()
  return found !== undefined
}

/** Does nothing if the process was deleted meanwhile. */
export async function markMailed(db: Db, processId: string, mailedAt: Date): Promise<void> {
  await db
    .insertInto('mailedProcesses')
    .columns(['processId', 'mailedAt'])
    .expression((eb) =>
      eb.selectFrom('processes').select('id').select(eb.val(mailedAt).as('mailedAt')).where('id', '=', processId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** How a person is notified, for the archive of their data. Addresses of browsers work like keys: only their hosts. */
export async function exportOf(db: Db, userId: string) {
  const settings = await db
    .selectFrom('notificationSettings')
    .select(['isEmailOn', 'isPushOn', 'formats'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  const browsers = await db
    .selectFrom('pushSubscriptions')
    .select(['endpoint', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  return {
    settings: settings ?? null,
    browsers: browsers.map(({ endpoint, createdAt }) => ({ service: URL.parse(endpoint)?.host ?? null, createdAt })),
  }
}
