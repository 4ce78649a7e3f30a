import type { getUsage } from '@doslovno/contract/account/api-keys.ts'
import type { Reply } from '@doslovno/contract/endpoint.ts'
import type { getMinutes, Lot, Spending } from '@doslovno/contract/payments.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import { toMinutes } from '@doslovno/domain/billing/minutes.ts'

import type { Context } from '#context.ts'
import { openLotsOf, spendingOf, balanceOf, subscriptionView, type Spent } from '#features/billing/index.ts'
import { filesOfProcesses, type ProcessFile } from '#features/transcription/index.ts'
import { uploadsLeft } from '#features/uploads/index.ts'
import type { LotRow } from '#platform/tables.ts'

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

export async function readUsage({ db, now }: Context, { userId }: Actor): Promise<Reply<typeof getUsage>> {
  const balance = await balanceOf(db, userId, now())
  const { minutesRemain, isUnlimited, tariff } = subscriptionView(balance)
  return {
    minutesRemain,
    isUnlimited,
    availableUploads: await uploadsLeft(db, userId, balance.entitlements),
    maxFileSize: tariff.fileSize,
  }
}

function lotView(lot: LotRow, now: Date): Lot {
  const hasEnded = lot.expiresAt <= now
  return {
    id: lot.id,
    kind: lot.kind,
    minutesGranted: toMinutes(lot.grantedSeconds),
    minutesRemain: hasEnded ? 0 : toMinutes(lot.remainingSeconds),
    minutesHeld: toMinutes(lot.heldSeconds),
    expiresAt: lot.expiresAt.toISOString(),
  }
}

/** The file may be deleted since. */
function spendingView({ usedSeconds, endedAt }: Spent, file: ProcessFile | undefined): Spending {
  return {
    scriptId: file?.scriptId ?? null,
    fileName: file?.fileName ?? null,
    seconds: usedSeconds,
    at: endedAt.toISOString(),
  }
}
