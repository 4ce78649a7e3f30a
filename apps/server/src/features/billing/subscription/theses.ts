import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'

import { lockEntitlements } from './entitlements.ts'
import { insertThesesUse } from './repo.ts'

type Use = { userId: string; summaryId: string; now: Date }

/** Takes one generation of theses where the tariff counts them. Holds the user's lock until the transaction ends. */
export async function takeTheses(tx: Tx, { userId, summaryId, now }: Use): Promise<void> {
  const { thesesLeft } = await lockEntitlements(tx, userId, now)
  if (thesesLeft === null) return
  if (thesesLeft === 0) throw new AppError('thesesUsedUp')
  await insertThesesUse(tx, { summaryId, userId, at: now })
}
