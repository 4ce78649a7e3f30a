import { FREE_TARIFF_ID } from '@doslovno/domain/billing/tariff.ts'

import type { Db } from '#platform/db.ts'

import { insertSubscription } from './repo.ts'

type Start = { userId: string; now: Date; tariffId?: number }

/** Every account has a subscription from its first moment; a new one is free. */
export function startSubscription(db: Db, { userId, now, tariffId = FREE_TARIFF_ID }: Start): Promise<void> {
  return insertSubscription(db, { userId, tariffId, anchorAt: now })
}
