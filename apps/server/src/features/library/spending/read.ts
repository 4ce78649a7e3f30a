import type { Reply } from '@doslovno/contract/endpoint.ts'
import type { getMinutes } from '@doslovno/contract/payments.ts'
import type { Actor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { openLotsOf, spendingOf } from '#features/billing/index.ts'
import { filesOfProcesses } from '#features/transcription/index.ts'

import { lotView, spendingView } from './view.ts'

const PAGE_SIZE = 20

/** Where the minutes of a user come from, and the files they were spent on. */
export async function readSpending(ctx: Context, { userId }: Actor, page: number): Promise<Reply<typeof getMinutes>> {
  const now = ctx.now()
  const lots = await openLotsOf(ctx.db, userId, now)
  const { spent, total } = await spendingOf(ctx.db, userId, { page, pageSize: PAGE_SIZE })
  const files = await filesOfProcesses(
    ctx.db,
    spent.map(({ processId }) => processId),
  )
  return {
    lots: lots.map((lot) => lotView(lot, now)),
    spent: spent.map((spending) => spendingView(spending, files.get(spending.processId))),
    spentTotal: total,
  }
}
