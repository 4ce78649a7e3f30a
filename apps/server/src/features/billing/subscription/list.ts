import type { Tariff } from '@doslovno/contract/tariffs.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import { monthsLeft } from '@doslovno/domain/billing/subscription/bundles.ts'

import type { Context } from '#context.ts'
import { tariffView } from '#features/billing/view.ts'

import { listPublicTariffs, subscriptionOf } from './repo.ts'

/** The public tariffs; a signed-in user sees how many months of the own one are paid. */
export async function listCatalogue(ctx: Context, actor: Actor | undefined): Promise<Tariff[]> {
  const own = actor && (await subscriptionOf(ctx.db, actor.userId))
  const tariffs = await listPublicTariffs(ctx.db)
  return tariffs.map((row) => tariffView(row, own?.tariffId === row.id ? monthsLeft(own, ctx.now()) : null))
}
