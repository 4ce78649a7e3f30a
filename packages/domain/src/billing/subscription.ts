import type { TariffMeta } from './tariff.ts'

/** How often the customer pays. Minutes and uploads are counted by the month either way. */
export type BillingPeriod = 'month' | 'year'

/** `cancelled` runs to the end of the paid period. */
export type SubscriptionStatus = 'active' | 'paymentFailed' | 'cancelled'

/** The columns of a tariff that decide what its user may do. */
export type TariffTerms = {
  id: number
  minutes: number
  fileSizeMb: number
  /** Null: no limit. */
  limitFileCount: number | null
  fileStorageDays: number
  meta: TariffMeta
}

export type Subscription = {
  tariff: TariffTerms
  /** Months of the tariff are counted from here. */
  anchorAt: Date
  /** Counted for the account's life, whatever the tariff. */
  thesesLeft: number
}
