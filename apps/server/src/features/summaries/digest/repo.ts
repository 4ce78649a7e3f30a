import type { ChapterView } from '@doslovno/contract/summaries.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'
import type { ActionItemRow } from '#platform/tables.ts'

/** The version of the text that chapters and action items were made from; undefined before. */
export async function digestedVersion(db: Db, scriptId: string): Promise<number | undefined> {
  const found = await db.selectFrom('digests').select('textVersion').where('scriptId', '=', scriptId).executeTakeFirst()
  return found?.textVersion
}

export function chaptersOf(db: Db, scriptId: string): Promise<ChapterView[]> {
  return db
    .selectFrom('chapters')
    .select(['startSeconds as start', 'title'])
    .where('scriptId', '=', scriptId)
    .orderBy('index')
    .execute()
}

export function actionItemsOf(db: Db, scriptId: string): Promise<ActionItemRow[]> {
  return items(db).where('scriptId', '=', scriptId).orderBy('index').execute()
}

/** Ticks an item or takes the tick back; undefined if the script has no such item. */
export async function tickItem(
  db: Db,
  { scriptId, id }: { scriptId: string; id: string },
  doneAt: Date | null,
): Promise<ActionItemRow | undefined> {
  await db.updateTable('actionItems').set({ doneAt }).where('scriptId', '=', scriptId).where('id', '=', id).execute()
  return items(db).where('scriptId', '=', scriptId).where('id', '=', id).executeTakeFirst()
}

/** The date as text: the driver would turn it into a moment of the server's time zone. */
function items(db: Db) {
  return db
    .selectFrom('actionItems')
    .select(['id', 'scriptId', 'index', 'kind', 'text', 'startSeconds', 'endSeconds'])
    .select(['who', 'dueText', 'verdict', 'doneAt'])
    .select(sql<string | null>`due_date::text`.as('dueDate'))
}

export type NewItem = Omit<ActionItemRow, 'scriptId' | 'index' | 'doneAt'>

export type StoredDigest = {
  processId: string
  textVersion: number
  madeAt: Date
  chapters: readonly ChapterView[]
  items: readonly NewItem[]
}

/** Replaces chapters and action items. An item that says the same at the same moment keeps its id and its tick. */
export async function saveDigest(db: Db, scriptId: string, digest: StoredDigest): Promise<void> {
  const { chapters, items: found, madeAt, ...text } = digest
  const before = new Map((await actionItemsOf(db, scriptId)).map((item) => [identityOf(item), item]))
  await deleteDigest(db, scriptId)
  await db
    .insertInto('digests')
    .values({ scriptId, madeAt, ...text })
    .execute()
  const chapterRows = chapters.map(({ start, title }, index) => ({
    scriptId,
    index,
    startSeconds: start,
    title,
    ...text,
  }))
  if (chapterRows.length > 0) await db.insertInto('chapters').values(chapterRows).execute()
  const itemRows = found.map((item, index) => {
    const known = before.get(identityOf(item))
    return { ...item, id: known?.id ?? item.id, doneAt: known?.doneAt ?? null, scriptId, index }
  })
  if (itemRows.length > 0) await db.insertInto('actionItems').values(itemRows).execute()
}

function identityOf({ text, startSeconds }: Pick<ActionItemRow, 'text' | 'startSeconds'>): string {
  return `${startSeconds} ${text}`
}

export async function deleteDigest(db: Db, scriptId: string): Promise<void> {
  await db.deleteFrom('digests').where('scriptId', '=', scriptId).execute()
  await db.deleteFrom('chapters').where('scriptId', '=', scriptId).execute()
  await db.deleteFrom('actionItems').where('scriptId', '=', scriptId).execute()
}
