import type { EntryKind, LotKind } from '@doslovno/domain/billing/ledger.ts'
import type {
  PaymentEffect,
  PaymentKind,
  PaymentStatus,
  ReceiptStatus,
  RefundStatus,
} from '@doslovno/domain/billing/payment.ts'
import type { BillingPeriod, SubscriptionStatus } from '@doslovno/domain/billing/subscription.ts'
import type { TariffMeta } from '@doslovno/domain/billing/tariff.ts'
import type { ColumnType, Generated } from 'kysely'

/** Read as a value, written as JSON text. */
type Json<T> = ColumnType<T, string, string>

export type Subscriptions = {
  userId: string
  tariffId: number
  billingPeriod: Generated<BillingPeriod>
  status: Generated<SubscriptionStatus>
  anchorAt: Date
  paidUntil: Date | null
  nextTariffId: number | null
  nextBillingPeriod: BillingPeriod | null
  chargeAt: Date | null
  failedAt: Date | null
  declines: Generated<number>
  warnedFor: Date | null
  warnedKopecks: number | null
  dueAt: Date | null
}

export type Tariffs = {
  id: number
  name: string
  isPublic: Generated<boolean>
  minutes: number
  priceMonthKopecks: number
  priceMinuteKopecks: number
  fileSizeMb: number
  limitFileCount: number | null
  fileStorageDays: number
  meta: Json<TariffMeta>
}

export type Lots = {
  id: string
  userId: string
  kind: LotKind
  grantedSeconds: number
  remainingSeconds: number
  heldSeconds: Generated<number>
  consumedSeconds: Generated<number>
  expiredSeconds: Generated<number>
  revokedSeconds: Generated<number>
  startsAt: Date
  expiresAt: Date
  source: string
}

export type Reservations = {
  id: string
  userId: string
  processId: string
  state: Generated<'held' | 'settled' | 'released'>
  seconds: number
  usedSeconds: number | null
  shownSeconds: Generated<number>
  createdAt: Date
  endedAt: Date | null
}

export type ReservationParts = { reservationId: string; position: number; lotId: string; seconds: number }

export type LedgerEntries = {
  id: Generated<number>
  at: Date
  userId: string
  lotId: string
  kind: EntryKind
  seconds: number
  reservationId: string | null
}

export type PaymentMethods = { userId: string; providerId: string; title: string; savedAt: Date }

export type Payments = {
  id: string
  userId: string
  kind: PaymentKind
  minutes: number | null
  tariffId: number | null
  billingPeriod: BillingPeriod | null
  periodStart: Date | null
  amountKopecks: number
  description: string
  methodId: string | null
  savesMethod: Generated<boolean>
  status: Generated<PaymentStatus>
  providerId: string | null
  confirmationUrl: string | null
  createdAt: Date
  sentAt: Date | null
  endedAt: Date | null
  cancelReason: string | null
  checkAt: Date | null
  checks: Generated<number>
  effect: PaymentEffect | null
  reportedAt: Date | null
  receiptStatus: ReceiptStatus | null
}

export type Refunds = {
  id: string
  paymentId: string
  amountKopecks: number
  reason: string
  status: Generated<RefundStatus>
  providerId: string | null
  createdAt: Date
  endedAt: Date | null
}

export type PaymentEvents = {
  id: Generated<number>
  event: string
  objectId: string
  receivedAt: Date
  body: Json<unknown>
}

export type PromoCodes = {
  code: string
  minutes: number
  maxUses: number | null
  expiresAt: Date | null
  closedAt: Date | null
  createdAt: Date
}

export type PromoUses = { code: string; userId: string; usedAt: Date }
