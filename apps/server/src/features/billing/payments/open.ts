import type { PaymentKind } from '@doslovno/domain/billing/payment.ts'
import type { Plan } from '@doslovno/domain/billing/subscription.ts'

import type { Context } from '#context.ts'
import type { Tx } from '#platform/db.ts'
import type { PaymentRow } from '#platform/tables.ts'

export type Order = {
  userId: string
  kind: PaymentKind
  /** Of a purchase of minutes. */
  minutes?: number
  /** Of a tariff or a renewal. */
  plan?: Plan
  /** Start of the period that a renewal pays for. */
  periodStart?: Date
  amountKopecks: number
  description: string
  /** The saved card to charge; without it the user pays on the provider's page. */
  methodId?: string
  savesMethod: boolean
}

/** Records an order. It is sent to the provider by `openOnPage`, or by the job `billing.charge`. */
export async function insertOrder(_tx: Tx, _order: Order, _now: Date): Promise<PaymentRow> {
  throw new Error('Not built yet')
}

/** Asks the provider for its payment page; `notAvailable` if it does not answer. */
export async function openOnPage(_ctx: Context, _payment: PaymentRow): Promise<string> {
  throw new Error('Not built yet')
}

/** Charges a saved card now and settles the outcome; throws `PaymentUnknown` if there is none yet. */
export async function chargeSaved(_ctx: Context, _paymentId: string): Promise<PaymentRow> {
  throw new Error('Not built yet')
}
