import { randomUUID } from 'node:crypto'

import { balanceOf } from '#features/billing/ledger/balance.ts'
import { grantExtra, grantPlan, replacePlan, refreshLots } from '#features/billing/ledger/grant.ts'
import { reserveSeconds, settleSeconds, revokeSeconds } from '#features/billing/ledger/spend.ts'
import { lockUser } from '#features/users/index.ts'
import type { Db, Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'

import { holdLine, type LedgerSnapshot, type LedgerStep, lotLine, type StepResult } from './ledger-model.ts'

/** Runs the steps of the model through the real functions, for one user. */
export class LedgerBooks {
  private readonly db: Db
  private readonly userId: string
  private readonly tariffs: readonly number[]
  private readonly processes: string[] = Array.from({ length: 10 }, () => randomUUID())

  constructor(db: Db, userId: string, tariffs: readonly number[]) {
    this.db = db
    this.userId = userId
    this.tariffs = tariffs
  }

  async run(step: LedgerStep, now: Date): Promise<StepResult> {
    if (step.kind === 'balance') return this.balance(now)
    const changed = this.db.transaction().execute((tx) => this.change(tx, step, now))
    return changed.catch((error: unknown) => {
      if (error instanceof AppError) return error.code
      throw error
    })
  }

  async snapshot(): Promise<LedgerSnapshot> {
    const { db, userId } = this
    const { anchorAt } = await db.selectFrom('subscriptions').select('anchorAt').where('userId', '=', userId).executeTakeFirstOrThrow() // prettier-ignore
    const lots = await db.selectFrom('lots').selectAll().where('userId', '=', userId).execute()
    const holds = await db
      .selectFrom('reservations')
      .innerJoin('reservationParts as part', 'part.reservationId', 'reservations.id')
      .innerJoin('lots', 'lots.id', 'part.lotId')
      .select(['processId', 'part.seconds', 'lots.expiresAt'])
      .where('reservations.userId', '=', userId)
      .where('state', '=', 'held')
      .execute()
    return {
      anchor: anchorAt.toISOString(),
      lots: lots.map((lot) => lotLine(lot.expiresAt, { free: lot.remainingSeconds, held: lot.heldSeconds, consumed: lot.consumedSeconds, expired: lot.expiredSeconds, revoked: lot.revokedSeconds })).toSorted(), // prettier-ignore
      holds: holds.map((hold) => holdLine(this.processes.indexOf(hold.processId), hold.seconds, hold.expiresAt)).toSorted(), // prettier-ignore
    }
  }

  private async change(tx: Tx, step: Exclude<LedgerStep, { kind: 'balance' }>, now: Date): Promise<StepResult> {
    const { userId } = this
    switch (step.kind) {
      case 'grant':
        return grantExtra(tx, { userId, seconds: step.seconds, source: this.source(step.source), kind: 'extra', now })
      case 'revoke':
        return revokeSeconds(tx, { userId, seconds: step.seconds, source: this.source(step.source), now })
      case 'upgrade':
        return this.upgrade(tx, now)
      case 'reserve': {
        const { seconds, force } = step
        return (await reserveSeconds(tx, { userId, processId: this.process(step.process), seconds, force, now }))
          .seconds
      }
      case 'settle':
        await settleSeconds(tx, this.process(step.process), step.used, now)
        return null
      case 'refresh':
        await lockUser(tx, userId)
        await refreshLots(tx, userId, now)
        return null
    }
  }

  /** Moves to the other tariff, as a paid upgrade does. */
  private async upgrade(tx: Tx, now: Date): Promise<null> {
    await replacePlan(tx, this.userId, now)
    const subscription = tx.selectFrom('subscriptions').select('tariffId').where('userId', '=', this.userId)
    const { tariffId: current } = await subscription.executeTakeFirstOrThrow()
    const tariffId = this.tariffs.find((tariff) => tariff !== current) ?? current
    await tx.updateTable('subscriptions').set({ tariffId, anchorAt: now }).where('userId', '=', this.userId).execute()
    await grantPlan(tx, this.userId, now)
    return null
  }

  private async balance(now: Date): Promise<string> {
    const { planSeconds, extraSeconds } = await balanceOf(this.db, this.userId, now)
    return `${planSeconds} + ${extraSeconds}`
  }

  private source(index: number): string {
    return `payment:${this.userId}:${index}`
  }

  private process(index: number): string {
    return this.processes[index] ?? randomUUID()
  }
}
