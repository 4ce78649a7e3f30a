import { type RemovedThing, removedThings } from '@doslovno/texts/account/privacy-mails.ts'

import type { Context } from '#context.ts'
import { deleteIdentitiesSince, removeFactorsSince, revokeKeyOf } from '#features/accounts/index.ts'
import { clear } from '#features/retention/index.ts'
import { closeLinks } from '#features/scripts/index.ts'
import { cancelDeletionSince } from '#features/users/index.ts'
import { endInvitesSince } from '#features/vocabulary/index.ts'
import { deleteEndpointsSince } from '#features/webhooks/index.ts'
import type { Tx } from '#platform/db.ts'

import { deleteExportsOf } from './repo.ts'
import { exportKey } from './shelf.ts'

type Intruder = { userId: string; address: string; since: Date }

/** Removes everything that an intruder may have added to an account since a moment; returns what there was. */
export async function removeAdded(ctx: Context, tx: Tx, { userId, address, since }: Intruder): Promise<RemovedThing[]> {
  const isRemoved: Record<RemovedThing, boolean> = {
    ...(await removeFactorsSince(tx, userId, since)),
    identities: await deleteIdentitiesSince(tx, userId, since),
    apiKey: await revokeKeyOf(tx, userId, address),
    webhooks: await deleteEndpointsSince(tx, userId, since),
    shares: (await closeLinks(tx, userId, { by: 'owner' }, since)) > 0,
    invites: await endInvitesSince(tx, userId, since),
    archive: await deleteArchives(ctx, tx, userId),
    deletion: await cancelDeletionSince(tx, userId, since),
  }
  return removedThings.filter((thing) => isRemoved[thing])
}

/** Their mailed links open them without a sign-in. */
async function deleteArchives(ctx: Context, tx: Tx, userId: string): Promise<boolean> {
  const keys = (await deleteExportsOf(tx, userId)).map(exportKey)
  if (keys.length > 0) await ctx.jobs.enqueue(tx, clear, [{ keys }])
  return keys.length > 0
}
