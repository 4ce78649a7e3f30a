import type { Tariff } from '@doslovno/contract/tariffs.ts'
import { isFreeTariff } from '@doslovno/domain/billing/tariff.ts'
import { FREE_THESES } from '@doslovno/domain/summary/types.ts'
import { BYTES_PER_MB } from '@doslovno/domain/upload/limits.ts'
import { changeTexts, tariffsTexts } from '@doslovno/texts/billing/tariffs.ts'

import { fileSize } from '#lib/format/size.ts'

/** Features of a tariff, apart from its minutes. */
export function termsOf(tariff: Tariff): string[] {
  const { meta } = tariff
  return [
    tariffsTexts.fileSize(sizeOf(tariff)),
    tariffsTexts.fileCount(tariff.limitFileCount),
    tariffsTexts.storage(tariff.fileStorage),
    ...(isFreeTariff(tariff) ? [] : [tariffsTexts.link]),
    meta.unlimitTheses ? tariffsTexts.theses : tariffsTexts.freeTheses(FREE_THESES),
    ...(meta.aiSettings ? [tariffsTexts.templates] : []),
    tariffsTexts.extraMinutes(tariff.priceMinute),
  ]
}

/** Features that a change takes away. */
export function lossesOf(from: Tariff, to: Tariff): string[] {
  const { loss } = changeTexts
  const limits = [from.limitFileCount ?? Infinity, to.limitFileCount ?? Infinity] as const
  return [
    ...(to.minutes < from.minutes ? [loss.minutes(from.minutes, to.minutes)] : []),
    ...(to.fileSize < from.fileSize ? [loss.fileSize(sizeOf(from), sizeOf(to))] : []),
    ...(limits[1] < limits[0] ? [loss.fileCount(from.limitFileCount, limits[1])] : []),
    ...(to.fileStorage < from.fileStorage ? [loss.storage(from.fileStorage, to.fileStorage)] : []),
    ...(from.meta.unlimitTheses && !to.meta.unlimitTheses ? [loss.theses(FREE_THESES)] : []),
    ...(from.meta.aiSettings && !to.meta.aiSettings ? [loss.templates] : []),
  ]
}

/** The sum paid at once for a period, in roubles. */
export function priceOf({ priceMonth, priceYearDiscount }: Tariff, period: 'year' | 'month'): number {
  return period === 'year' ? priceYearDiscount : priceMonth
}

function sizeOf({ fileSize: megabytes }: Tariff): string {
  return fileSize(megabytes * BYTES_PER_MB)
}
