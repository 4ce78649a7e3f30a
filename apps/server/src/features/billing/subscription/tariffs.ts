import { tariffCatalogue } from '@doslovno/domain/billing/tariff.ts'
import { tariffNames } from '@doslovno/texts/billing/tariffs.ts'

import type { Db } from '#platform/db.ts'

import { insertTariffsOnce } from './repo.ts'

const KOPECKS = 100

/** Fills the catalogue of a new database; runs with every migration. */
export async function seedTariffs(db: Db): Promise<void> {
  await insertTariffsOnce(
    db,
    tariffCatalogue.map((tariff) => ({
      id: tariff.id,
      name: tariffNames[tariff.id] ?? String(tariff.id),
      minutes: tariff.minutes,
      priceMonthKopecks: tariff.priceMonth * KOPECKS,
      priceMinuteKopecks: tariff.priceMinute * KOPECKS,
      fileSizeMb: tariff.fileSize,
      limitFileCount: tariff.limitFileCount,
      fileStorageDays: tariff.fileStorage,
      meta: JSON.stringify(tariff.meta),
    })),
  )
}
