import { randomUUID } from 'node:crypto'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/operations/index.ts'

import { grantExtra } from './grant.ts'

type Grant = { userId: string; minutes: number; by: string; reason: string }

/** An operator grants minutes beside the plan, valid like bought ones. */
export async function grantByHand({ db, now }: Context, { userId, minutes, by, reason }: Grant): Promise<void> {
  const source = `operator:${randomUUID()}`
  await db.transaction().execute(async (tx) => {
    await grantExtra(tx, { userId, seconds: minutes * 60, source, kind: 'goodwill', now: now() })
    await recordAudit(tx, { kind: 'minutesGranted', userId, details: { minutes: String(minutes), source, by, reason } })
  })
}
