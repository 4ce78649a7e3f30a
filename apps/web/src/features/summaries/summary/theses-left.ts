import type { SummaryType } from '@doslovno/domain/summary/types.ts'

import { useUser } from '#lib/queries/account.ts'

/** Generations of theses left to the reader; null: no limit. Other summaries have none. */
export function useThesesLeft(type: SummaryType): number | null {
  const user = useUser()
  return type === 'theses' ? (user?.tariff.thesesGenerations ?? null) : null
}
