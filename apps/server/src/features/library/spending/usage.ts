import type { getUsage } from '@doslovno/contract/api-keys.ts'
import type { Reply } from '@doslovno/contract/endpoint.ts'
import type { Actor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { balanceOf, subscriptionView } from '#features/billing/index.ts'
import { uploadsLeft } from '#features/uploads/index.ts'

export async function readUsage({ db, now }: Context, { userId }: Actor): Promise<Reply<typeof getUsage>> {
  const balance = await balanceOf(db, userId, now())
  const { minutesRemain, tariff } = subscriptionView(balance)
  return {
    minutesRemain,
    availableUploads: await uploadsLeft(db, userId, balance.entitlements),
    maxFileSize: tariff.fileSize,
  }
}
