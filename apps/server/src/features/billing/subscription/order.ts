import { planPrice } from '@doslovno/domain/billing/price.ts'
import type { Plan } from '@doslovno/domain/billing/subscription.ts'
import { paymentTexts } from '@doslovno/texts/billing/descriptions.ts'

import { insertOrder } from '#features/billing/payments/open.ts'
import type { Tx } from '#platform/db.ts'
import type { PaymentRow, TariffRow } from '#platform/tables.ts'

import { findTariff } from './repo.ts'

type Wish = {
  userId: string
  plan: Plan
  /** Of a renewal: the period follows what is paid. Without it the period starts with the payment. */
  periodStart?: Date
  /** The saved card to charge; without it the user pays on the provider's page, which saves the card. */
  methodId?: string
  now: Date
}

/** Orders a period of a plan at the price of today. The caller holds the user's lock. */
export async function orderPlan(tx: Tx, { now, ...wish }: Wish): Promise<PaymentRow> {
  const { tariffId, billingPeriod } = wish.plan
  const tariff = await findTariff(tx, tariffId)
  if (!tariff) throw new Error(`No tariff ${tariffId}`)
  const kind = wish.periodStart ? 'renewal' : 'tariff'
  const amountKopecks = planPrice(tariff, billingPeriod)
  const description = descriptionOf(kind, tariff, wish.plan)
  return insertOrder(tx, { ...wish, kind, amountKopecks, description, savesMethod: !wish.methodId }, now)
}

function descriptionOf(kind: 'tariff' | 'renewal', { name }: TariffRow, { billingPeriod }: Plan): string {
  return paymentTexts[kind](name, billingPeriod)
}
