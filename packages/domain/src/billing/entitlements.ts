import { BYTES_PER_MB } from '#upload/limits.ts'

import { SECONDS_PER_MINUTE } from './minutes.ts'
import { type Period, periodAt, type Subscription, type TariffTerms } from './subscription.ts'
import { isFreeTariff } from './tariff.ts'

export type QueueClass = 'paid' | 'free'

/** The limits and permissions of a user. Features decide by these, never by the tariff itself. */
export type Entitlements = {
  period: Period
  /** Granted at the start of every period. */
  secondsPerPeriod: number
  /** The seconds are more than anybody can spend: they are not worth telling. */
  isUnlimited: boolean
  fileSizeBytes: number
  /** Null: no limit. */
  filesPerPeriod: number | null
  storageDays: number
  queueClass: QueueClass
  canUploadLinks: boolean
  /** Generations of theses left; null: no limit. */
  thesesLeft: number | null
  hasAiSettings: boolean
}

export function entitlementsOf({ tariff, anchorAt, paidUntil, thesesLeft }: Subscription, now: Date): Entitlements {
  const isFree = isFreeTariff(tariff)
  const { period, seconds } = bundleAt({ minutes: tariff.minutes, anchorAt, paidUntil }, now)
  return {
    period,
    secondsPerPeriod: seconds,
    isUnlimited: seconds > 0 && (tariff.meta.unlimitMinutes ?? false),
    fileSizeBytes: tariff.fileSizeMb * BYTES_PER_MB,
    filesPerPeriod: tariff.limitFileCount,
    storageDays: tariff.fileStorageDays,
    queueClass: isFree ? 'free' : 'paid',
    canUploadLinks: !isFree,
    thesesLeft: tariff.meta.unlimitTheses ? null : thesesLeft,
    hasAiSettings: tariff.meta.aiSettings ?? false,
  }
}

export type BundleTerms = Pick<Subscription, 'anchorAt' | 'paidUntil'> & Pick<TariffTerms, 'minutes'>

/**
 * The seconds of the current month: none after the paid time, while the tariff stays until its renewal is decided. A
 * tariff that was granted may end within a month, and its seconds with it.
 */
export function bundleAt(
  { minutes, anchorAt, paidUntil }: BundleTerms,
  now: Date,
): { period: Period; seconds: number; expiresAt: Date } {
  const isPaid = paidUntil === null || now < paidUntil
  const period = periodAt(anchorAt, now)
  const expiresAt = isPaid && paidUntil !== null && paidUntil < period.end ? paidUntil : period.end
  return { period, seconds: isPaid ? minutes * SECONDS_PER_MINUTE : 0, expiresAt }
}

const DAY_MS = 24 * 3600 * 1000

/** When a file uploaded at `uploadedAt` is deleted. A later change of tariff does not move it. */
export function storageEnd({ storageDays }: Pick<Entitlements, 'storageDays'>, uploadedAt: Date): Date {
  return new Date(uploadedAt.getTime() + storageDays * DAY_MS)
}
