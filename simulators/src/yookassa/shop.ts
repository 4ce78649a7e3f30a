import type { createJournal } from '#journal.ts'

import type { Faults } from './faults.ts'
import type { Keys } from './idempotence.ts'
import type { Method, Payment, Refund } from './payment.ts'
import type { Webhooks } from './webhooks.ts'

/** Development and tests use them; they open nothing. */
export const SHOP_ID = '100500'
export const SECRET_KEY = 'test_simulator-key'

export type ReceiptOutcome = 'pending' | 'succeeded' | 'canceled'

/** How things end that take their time. */
export type Settings = {
  receipts: ReceiptOutcome
  refunds: Refund['status']
  /** Charges of saved cards: `pending` lets them wait, as the provider does while a receipt comes first. */
  charges: 'pending' | 'settled'
}

export const usualSettings: Settings = { receipts: 'succeeded', refunds: 'succeeded', charges: 'settled' }

/** A call of the API. */
export type JournalEntry = {
  at: string
  method: string
  path: string
  idempotenceKey: string | undefined
  /** The status of the answer, or why there was none. */
  outcome: number | 'hang' | 'reset'
  /** The answer was that of an earlier request with the same key. */
  isReplay: boolean
}

/** Everything the simulator knows. */
export type Shop = {
  clock: Clock
  payments: Map<string, Payment>
  refunds: Map<string, Refund>
  methods: Map<string, Method>
  keys: Keys
  faults: Faults
  webhooks: Webhooks
  journal: ReturnType<typeof createJournal<JournalEntry>>
  settings: Settings
  /** Where people reach it; known once it listens. */
  origin: string
}

type Clock = {
  now: () => number
  advance(milliseconds: number): void
  set(moment: number): void
  reset(): void
}

/** The simulator's own time: that of `base`, moved by tests. */
export function createClock(base: () => number): Clock {
  let offset = 0
  return {
    now: () => base() + offset,
    advance: (milliseconds) => void (offset += milliseconds),
    set: (moment) => void (offset = moment - base()),
    reset: () => void (offset = 0),
  }
}
