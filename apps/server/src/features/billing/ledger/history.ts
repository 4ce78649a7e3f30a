import type { Db } from '#platform/db.ts'
import type { LotRow } from '#platform/tables.ts'

import { availableSecondsOf } from './balance.ts'
import { countSpending, listSpending, openLots, type Spent } from './history-repo.ts'

/** Lots with seconds left or held, those that expire first come first. Grants a new month's minutes before. */
export async function openLotsOf(db: Db, userId: string, now: Date): Promise<LotRow[]> {
  await availableSecondsOf(db, userId, now)
  return openLots(db, userId, now)
}

type Page = { page: number; pageSize: number }

/** Seconds spent on processes, newest first. */
export async function spendingOf(db: Db, userId: string, page: Page): Promise<{ spent: Spent[]; total: number }> {
  const [spent, total] = await Promise.all([listSpending(db, userId, page), countSpending(db, userId)])
  return { spent, total }
}
