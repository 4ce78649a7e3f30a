import type { Lot, Spending } from '@doslovno/contract/payments.ts'
import { toMinutes } from '@doslovno/domain/billing/minutes.ts'

import type { Spent } from '#features/billing/index.ts'
import type { ProcessFile } from '#features/transcription/index.ts'
import type { LotRow } from '#platform/tables.ts'

export function lotView(lot: LotRow, now: Date): Lot {
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
export function spendingView({ usedSeconds, endedAt }: Spent, file: ProcessFile | undefined): Spending {
  return {
    scriptId: file?.scriptId ?? null,
    fileName: file?.fileName ?? null,
    seconds: usedSeconds,
    at: endedAt.toISOString(),
  }
}
