import type { Sort } from '@doslovno/domain/script/sort.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'
import type { ScriptRow } from '#platform/tables.ts'

/** Each order has its index; the id breaks ties, so that pages never overlap. */
export const orders: Record<Sort, ReturnType<typeof sql>> = {
  '-uploadAt': sql`uploaded_at desc, id desc`,
  '+uploadAt': sql`uploaded_at, id`,
  '+fileName': sql`file_name collate "ru-x-icu", id`,
  '-duration': sql`duration_seconds desc nulls last, id`,
  '-fileSize': sql`size_bytes desc, id`,
  '-status': sql`status desc, id`,
}

/** `folder`: only its files; the caller has checked whose it is. */
export type Page = { page: number; pageSize: number; sort: Sort; folder?: string | undefined }

/** A file with the beginning of its text, if it has one. */
export type ListedRow = ScriptRow & { firstLine: string | null }

/** Enough for a line of a list on the widest screen. */
const LINE_LETTERS = 200

/** The first sentences of a file: often the very first is a mere «yes». */
export const firstLine = sql`(
  select left(string_agg(text, ' ' order by index), ${sql.lit(LINE_LETTERS)}) from (
    select text, index from segments where script_id = scripts.id order by index limit 3
  ) as said
) as first_line`

/** Finds the page by the index only, then reads just its rows. */
export async function listScripts(db: Db, userId: string, asked: Page): Promise<ListedRow[]> {
  const { page, pageSize, sort, folder } = asked
  const isListed = folder === undefined ? sql`user_id = ${userId}` : sql`folder_id = ${folder}`
  const { rows } = await sql<ListedRow>`
    select scripts.*, ${firstLine} from (
      select id from scripts where ${isListed}
      order by ${orders[sort]} limit ${pageSize} offset ${(page - 1) * pageSize}
    ) as page join scripts using (id) order by ${orders[sort]}`.execute(db)
  return rows
}

export async function countScripts(db: Db, userId: string, folder?: string): Promise<number> {
  const counted = db.selectFrom('scripts').select((eb) => eb.fn.countAll<number>().as('total'))
  const listed = folder === undefined ? counted.where('userId', '=', userId) : counted.where('folderId', '=', folder)
  return (await listed.executeTakeFirstOrThrow()).total
}
