import type { Entitlements } from '@doslovno/domain/billing/entitlements.ts'

import type { Db } from '#platform/db.ts'

import { countUploadsSince } from './repo.ts'

type Quota = Pick<Entitlements, 'filesPerPeriod' | 'period'>

/** Uploads left in this month of the tariff; null: no limit. */
export async function uploadsLeft(db: Db, userId: string, { filesPerPeriod, period }: Quota): Promise<number | null> {
  if (filesPerPeriod === null) return null
  return Math.max(0, filesPerPeriod - (await countUploadsSince(db, userId, period.start)))
}
