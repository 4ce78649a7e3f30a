import { type Period, periodAt } from '@doslovno/domain/billing/subscription.ts'

export type LedgerStep =
  | { kind: 'grant'; source: number; seconds: number }
  | { kind: 'reserve'; process: number; seconds: number; force: boolean }
  | { kind: 'settle'; process: number; used: number }
  | { kind: 'revoke'; source: number; seconds: number }
  | { kind: 'upgrade' }
  | { kind: 'balance' }
  | { kind: 'refresh' }

/** Whether it granted, seconds held or revoked, or the balance. */
export type StepResult = boolean | number | string | null

export type LedgerSnapshot = { anchor: string; lots: string[]; holds: string[] }

type Totals = { free: number; held: number; consumed: number; expired: number; revoked: number }

export function lotLine(expiresAt: Date, { free, held, consumed, expired, revoked }: Totals): string {
  return `${expiresAt.toISOString()}: ${free} free, ${held} held, ${consumed} consumed, ${expired} expired, ${revoked} revoked`
}

export function holdLine(process: number, seconds: number, expiresAt: Date): string {
  return `${process} holds ${seconds} s of ${expiresAt.toISOString()}`
}

type CoinState = 'free' | 'held' | 'consumed' | 'expired' | 'revoked'
type ModelLot = { name: string; isPlan: boolean; expiresAt: number; coins: CoinState[] }
type Held = { lot: ModelLot; coin: number }

const EXTRA_MS = 365 * 24 * 3_600_000

/** The ledger as a child would keep it: every second is a coin in a pile, and each coin is in one state. */
export class LedgerModel {
  private readonly lots: ModelLot[] = []
  private readonly reservations = new Map<number, Held[]>()
  private readonly open = new Set<number>()
  private anchorAt: Date
  private readonly bundles: readonly number[]
  private upgrades = 0

  constructor(anchorAt: Date, bundles: readonly number[]) {
    this.anchorAt = anchorAt
    this.bundles = bundles
  }

  run(step: LedgerStep, now: Date): StepResult {
    switch (step.kind) {
      case 'grant':
        return this.grant(`extra ${step.source}`, step.seconds, { end: new Date(now.getTime() + EXTRA_MS) })
      case 'reserve':
        return this.reserve(step, now)
      case 'settle':
        return this.settle(step.process, step.used, now.getTime())
      case 'revoke':
        return this.revoke(`extra ${step.source}`, step.seconds, now.getTime())
      case 'upgrade':
        return this.upgrade(now)
      case 'balance':
        return this.balance(now)
      case 'refresh':
        return this.refresh(now)
    }
  }

  /** The whole state; lots are told apart by their ends. */
  snapshot(): LedgerSnapshot {
    return {
      anchor: this.anchorAt.toISOString(),
      lots: this.lots.map(({ expiresAt, coins }) => lotLine(new Date(expiresAt), totalsOf(coins))).toSorted(),
      holds: [...this.open].flatMap((process) => holdLines(process, this.reservations.get(process) ?? [])).toSorted(),
    }
  }

  private grant(name: string, seconds: number, { end }: Pick<Period, 'end'>): boolean {
    if (this.lots.some((lot) => lot.name === name)) return false
    const coins = Array.from({ length: seconds }, (): CoinState => 'free')
    const isPlan = name.startsWith('plan')
    this.lots.push({ name, isPlan, expiresAt: end.getTime(), coins })
    return true
  }

  private reserve({ process, seconds, force }: LedgerStep & { kind: 'reserve' }, now: Date): StepResult {
    const before = this.reservations.get(process)
    if (before) return before.length
    const lotsBefore = this.lots.length
    this.refresh(now)
    const taken = this.spendable(now.getTime()).slice(0, seconds)
    if (taken.length < seconds && !(force && taken.length > 0)) {
      // A refusal rolls everything back, the bundle of a new month included.
      this.lots.length = lotsBefore
      return 'notEnoughMinutes'
    }
    for (const { lot, coin } of taken) lot.coins[coin] = 'held'
    this.reservations.set(process, taken)
    this.open.add(process)
    return taken.length
  }

  private settle(process: number, used: number, now: number): null {
    if (!this.open.delete(process)) return null
    for (const [index, { lot, coin }] of (this.reservations.get(process) ?? []).entries())
      lot.coins[coin] = index < used ? 'consumed' : lot.expiresAt <= now ? 'expired' : 'free'
    return null
  }

  private revoke(name: string, seconds: number, now: number): number {
    const lot = this.lots.find((known) => known.name === name && known.expiresAt > now)
    const free = lot ? freeCoins(lot).slice(0, seconds) : []
    for (const coin of free) coin.lot.coins[coin.coin] = 'revoked'
    return free.length
  }

  private upgrade(now: Date): null {
    for (const lot of this.lots.filter(({ isPlan, expiresAt }) => isPlan && expiresAt > now.getTime())) {
      lot.name = `plan replaced by ${this.upgrades}`
      lot.expiresAt = now.getTime()
      for (const { coin } of freeCoins(lot)) lot.coins[coin] = 'expired'
    }
    this.upgrades++
    this.anchorAt = now
    this.grantMonth(now)
    return null
  }

  private balance(now: Date): string {
    const { start } = periodAt(this.anchorAt, now)
    if (!this.lots.some((lot) => lot.name === planName(start))) this.refresh(now)
    const coins = this.spendable(now.getTime())
    const plan = coins.filter(({ lot }) => lot.isPlan).length
    return `${plan} + ${coins.length - plan}`
  }

  private refresh(now: Date): null {
    this.grantMonth(now)
    this.expire(now.getTime())
    return null
  }

  private grantMonth(now: Date): void {
    const period = periodAt(this.anchorAt, now)
    this.grant(planName(period.start), this.bundles[this.upgrades % this.bundles.length] ?? 0, period)
  }

  private expire(now: number): void {
    for (const lot of this.lots.filter(({ expiresAt }) => expiresAt <= now))
      for (const { coin } of freeCoins(lot)) lot.coins[coin] = 'expired'
  }

  private spendable(now: number): Held[] {
    const running = this.lots.filter(({ expiresAt }) => expiresAt > now)
    return running.toSorted((a, b) => a.expiresAt - b.expiresAt).flatMap(freeCoins)
  }
}

function planName(start: Date): string {
  return `plan ${start.toISOString()}`
}

function freeCoins(lot: ModelLot): Held[] {
  return lot.coins.flatMap((state, coin) => (state === 'free' ? [{ lot, coin }] : []))
}

function totalsOf(coins: readonly CoinState[]): Totals {
  const totals = { free: 0, held: 0, consumed: 0, expired: 0, revoked: 0 }
  for (const state of coins) totals[state]++
  return totals
}

function holdLines(process: number, held: readonly Held[]): string[] {
  const lots = new Set(held.map(({ lot }) => lot))
  return [...lots].map((lot) =>
    holdLine(process, held.filter((coin) => coin.lot === lot).length, new Date(lot.expiresAt)),
  )
}
