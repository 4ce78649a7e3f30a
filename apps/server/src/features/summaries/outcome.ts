import { setFlaw } from '#features/scripts/index.ts'
import type { Tx } from '#platform/db.ts'
import type { SummaryRow } from '#platform/tables.ts'

import { forgetOlder, makingsOf } from './repo.ts'

/** Brings the script's status in line with a making that has just ended. Theses never change it. */
export async function noteOutcome(tx: Tx, { scriptId, type }: Pick<SummaryRow, 'scriptId' | 'type'>): Promise<void> {
  await forgetOlder(tx, scriptId, type)
  if (type === 'theses') return
  const makings = await makingsOf(tx, scriptId)
  const newest = (['about', 'summary'] as const).map((one) => makings.find((making) => making.type === one))
  await setFlaw(tx, scriptId, 'summaryFailed', newest.some((making) => making?.status === 'error')) // prettier-ignore
}
