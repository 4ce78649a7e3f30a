import { type ExpressionBuilder, sql } from 'kysely'

import type { Db } from '#platform/db.ts'
import type { ScriptRow, Tables } from '#platform/tables.ts'

import { originalKey, playbackKey, storedKeys } from './keys.ts'

export function scriptById(db: Db, id: string): Promise<ScriptRow | undefined> {
  return db.selectFrom('scripts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A script by its own id or by that of its share link. */
export function scriptByLink(db: Db, id: string): Promise<ScriptRow | undefined> {
  return db.selectFrom('scripts').selectAll().where(byLink(id)).executeTakeFirst()
}

function byLink(id: string) {
  return (eb: ExpressionBuilder<Tables, 'scripts'>) => eb.or([eb('id', '=', id), eb('linkId', '=', id)])
}

/** A script and the number of its row's last change: also of its text and its speakers, which change only with the row. */
export type ScriptRevision = ScriptRow & { revision: string }

/** By its own id or by that of its share link. */
export function scriptRevision(db: Db, id: string): Promise<ScriptRevision | undefined> {
  return db
    .selectFrom('scripts')
    .selectAll()
    .select(sql<string>`xmin::text`.as('revision'))
    .where(byLink(id))
    .executeTakeFirst()
}

/** The newest scripts of a user. */
export function lastScriptsOf(db: Db, userId: string, limit: number): Promise<ScriptRow[]> {
  return db
    .selectFrom('scripts')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('uploadedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function lockScript(db: Db, id: string): Promise<ScriptRow | undefined> {
  return db.selectFrom('scripts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The owners of these scripts; locks the rows in one order, so that two calls never wait for each other in a circle. */
export function lockOwners(db: Db, ids: readonly string[]): Promise<Pick<ScriptRow, 'id' | 'userId'>[]> {
  return db
    .selectFrom('scripts')
    .select(['id', 'userId'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export function scriptsById(db: Db, ids: readonly string[]): Promise<ScriptRow[]> {
  return db.selectFrom('scripts').selectAll().where('id', 'in', ids).execute()
}

/** `folderId` null: out of their folders. */
export async function putInFolder(db: Db, ids: readonly string[], folderId: string | null): Promise<void> {
  await db.updateTable('scripts').set({ folderId }).where('id', 'in', ids).execute()
}

type NewScript = Pick<
  ScriptRow,
  'id' | 'userId' | 'fileName' | 'sizeBytes' | 'kind' | 'contentType' | 'uploadedAt' | 'keepUntil'
> &
  Partial<Pick<ScriptRow, 'folderId'>>

export function insertScript(db: Db, script: NewScript): Promise<ScriptRow> {
  return db.insertInto('scripts').values(script).returningAll().executeTakeFirstOrThrow()
}

type Changes = Partial<
  Pick<
    ScriptRow,
    | 'status'
    | 'durationSeconds'
    | 'language'
    | 'kind'
    | 'peaks'
    | 'processId'
    | 'inspectedAt'
    | 'failureCode'
    | 'processedSeconds'
    | 'hasPlayback'
    | 'isPublic'
    | 'publicSince'
    | 'linkId'
    | 'fileName'
    | 'textVersion'
    | 'unheard'
    | 'speakers'
    | 'flaws'
    | 'mediaType'
  >
>

/** False if the script was deleted. */
export async function updateScript(db: Db, id: string, { unheard, ...changes }: Changes): Promise<boolean> {
  const updated = await db
    .updateTable('scripts')
    .set({ ...changes, ...(unheard && { unheard: JSON.stringify(unheard) }) })
    .where('id', '=', id)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Makes the public scripts of a user private, or those that became public since a moment; returns their ids. */
export async function closeScriptsOf(db: Db, userId: string, since?: Date): Promise<string[]> {
  const all = db
    .updateTable('scripts')
    .set({ isPublic: false, publicSince: null })
    .where('userId', '=', userId)
    .where('isPublic', '=', true)
  const closed = await (since ? all.where('publicSince', '>=', since) : all).returning('id').execute()
  return closed.map(({ id }) => id)
}

/** Records that the playback copy is stored; false if the script was deleted or has expired. */
export async function keepPlayback(db: Db, id: string): Promise<boolean> {
  const kept = await db
    .updateTable('scripts')
    .set({ hasPlayback: true })
    .where('id', '=', id)
    .where('expiredAt', 'is', null)
    .executeTakeFirst()
  return kept.numUpdatedRows === 1n
}

type Overdue = { except: readonly string[]; limit: number }

/** Scripts whose retention period is over, oldest first. */
export function overdueScripts(db: Db, now: Date, { except, limit }: Overdue) {
  return db
    .selectFrom('scripts')
    .select('id')
    .where('expiredAt', 'is', null)
    .where('keepUntil', '<', now)
    .where('id', '!=', sql<string>`all(${[...except]}::uuid[])`)
    .orderBy('keepUntil')
    .limit(limit)
    .execute()
}

type Soon = { from: Date; to: Date }

/** Owners of scripts whose retention period ends soon, and who were not told of this end. */
export async function ownersToWarn(db: Db, soon: Soon, { except, limit }: Overdue): Promise<string[]> {
  const owners = await db
    .selectFrom('scripts')
    .select('userId')
    .distinct()
    .where(endsSoon(soon))
    .where('userId', '!=', sql<string>`all(${[...except]}::uuid[])`)
    .limit(limit)
    .execute()
  return owners.map(({ userId }) => userId)
}

/** Returns the scripts that end soon and were not marked yet, those that end first in front. */
export async function markWarned(db: Db, userId: string, soon: Soon): Promise<string[]> {
  const marked = await db
    .updateTable('scripts')
    .set((eb) => ({ warnedUntil: eb.ref('keepUntil') }))
    .where('userId', '=', userId)
    .where(endsSoon(soon))
    .returning(['id', 'keepUntil'])
    .execute()
  return marked.toSorted((one, other) => one.keepUntil.getTime() - other.keepUntil.getTime()).map(({ id }) => id)
}

function endsSoon({ from, to }: Soon) {
  return sql<boolean>`expired_at is null and keep_until >= ${from} and keep_until < ${to}
    and warned_until is distinct from keep_until`
}

export async function countOverdue(db: Db, now: Date): Promise<number> {
  const overdue = db.selectFrom('scripts').where('expiredAt', 'is', null).where('keepUntil', '<', now)
  const { count } = await overdue.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}

/** Keeps the live scripts of a user for at least this many days from their upload; never shortens. */
export async function keepLonger(db: Db, userId: string, days: number): Promise<void> {
  // Hours, because a day of an interval follows the clock changes of the session's time zone.
  const promised = sql<Date>`uploaded_at + make_interval(hours => ${days} * 24)`
  await db
    .updateTable('scripts')
    .set({ keepUntil: promised })
    .where('userId', '=', userId)
    .where('expiredAt', 'is', null)
    .where('keepUntil', '<', promised)
    .execute()
}

/** An object that a script must have in storage. */
export type ExpectedObject = { key: string; scriptId: string; isKnownMissing: boolean }

/** The objects of all scripts in the order of their keys, which is the order of ids; holds one page in memory. */
export async function* expectedObjects(db: Db): AsyncGenerator<ExpectedObject> {
  for (let after: string | undefined, isMore = true; isMore;) {
    const page = await storedScripts(db, after)
    for (const { id: scriptId, hasPlayback, originalMissingAt } of page) {
      yield { key: originalKey(scriptId), scriptId, isKnownMissing: originalMissingAt !== null }
      if (hasPlayback) yield { key: playbackKey(scriptId), scriptId, isKnownMissing: false }
    }
    after = page.at(-1)?.id
    isMore = page.length === PAGE
  }
}

const PAGE = 1000

function storedScripts(db: Db, after: string | undefined) {
  const page = db
    .selectFrom('scripts')
    .select(['id', 'hasPlayback', 'originalMissingAt'])
    .where('expiredAt', 'is', null)
    .orderBy('id')
    .limit(PAGE)
  return (after ? page.where('id', '>', after) : page).execute()
}

/** Records that an object of a script is missing in storage. */
export async function markMissing(db: Db, scriptId: string, key: string, now: Date): Promise<void> {
  const isPlayback = key === playbackKey(scriptId)
  const update = db.updateTable('scripts').where('id', '=', scriptId)
  if (isPlayback) await update.set({ hasPlayback: false }).execute()
  else await update.set({ originalMissingAt: now }).where('originalMissingAt', 'is', null).execute()
}

export async function markReturned(db: Db, scriptId: string): Promise<void> {
  await db.updateTable('scripts').set({ originalMissingAt: null }).where('id', '=', scriptId).execute()
}

/** Keeps the row with its name and duration; the caller deletes the text and the stored objects it returns. */
export async function tombstone(db: Db, id: string, now: Date): Promise<string[]> {
  await db
    .updateTable('scripts')
    .set({ expiredAt: now, peaks: [], speakers: null, hasPlayback: false })
    .where('id', '=', id)
    .execute()
  return storedKeys(id)
}

/** Deletes the row; returns the keys of stored objects to delete. */
export async function forget(db: Db, scriptId: string): Promise<string[]> {
  await db.deleteFrom('scripts').where('id', '=', scriptId).execute()
  return storedKeys(scriptId)
}

/** Ids of a person's scripts, oldest first; pages continue after the last one. */
export async function scriptIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('scripts')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('uploadedAt')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
