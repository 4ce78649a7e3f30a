import type { Tariff } from '@doslovno/contract/tariffs.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import { monthsLeft } from '@doslovno/domain/billing/subscription/bundles.ts'
import { tariffCatalogue, unlimitedTariff } from '@doslovno/domain/billing/tariff.ts'
import { tariffNames } from '@doslovno/texts/billing/tariffs.ts'

import type { Context } from '#context.ts'
import { tariffView } from '#features/billing/view.ts'
import type { Db } from '#platform/db.ts'

import { insertTariffsOnce, listPublicTariffs, subscriptionOf } from './repo.ts'

const KOPECKS = 100

/** Fills the catalogue of a new database; runs with every migration. */
export async function seedTariffs(db: Db): Promise<void> {
  await insertTariffsOnce(
    db,
    [...tariffCatalogue, unlimitedTariff].map((tariff) => ({
      id: tariff.id,
      name: tariffNames[tariff.id] ?? String(tariff.id),
      isPublic: tariff.id !== unlimitedTariff.id,
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

/** The public tariffs; a signed-in user sees how many months of the own one are paid. */
export async function listCatalogue(ctx: Context, actor: Actor | undefined): Promise<Tariff[]> {
  const own = actor && (await subscriptionOf(ctx.db, actor.userId))
  const tariffs = await listPublicTariffs(ctx.db)
  return tariffs.map((row) => tariffView(row, own?.tariffId === row.id ? monthsLeft(own, ctx.now()) : null))
}
