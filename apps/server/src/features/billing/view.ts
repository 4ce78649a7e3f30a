import type { Tariff } from '@doslovno/contract/tariffs.ts'
import { yearPrices } from '@doslovno/domain/billing/tariff.ts'

import type { TariffRow } from '#platform/tables.ts'

const KOPECKS = 100

export function tariffView(row: TariffRow): Tariff {
  const priceMonth = row.priceMonthKopecks / KOPECKS
  return {
    id: row.id,
    name: row.name,
    meta: row.meta,
    priceMonth,
    ...yearPrices(priceMonth),
    priceMinute: row.priceMinuteKopecks / KOPECKS,
    minutes: row.minutes,
    fileSize: row.fileSizeMb,
    limitFileCount: row.limitFileCount,
    fileStorage: row.fileStorageDays,
    remainedMonths: null,
  }
}
