import type { QueryClient } from '@tanstack/react-query'

import { ACCOUNT_KEY } from '#lib/queries/account.ts'
import { tariffsQuery } from '#lib/queries/payment.ts'

/** Reloads everything that a purchase or a change of tariff may change. */
export async function refreshPurchases(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ACCOUNT_KEY }),
    queries.invalidateQueries({ queryKey: tariffsQuery.queryKey }),
  ])
}
