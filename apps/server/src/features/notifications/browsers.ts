import { createHash, ECDH, randomUUID } from 'node:crypto'

import type { Input } from '@doslovno/contract/endpoint.ts'
import type { getPush, subscribePush } from '@doslovno/contract/notifications.ts'
import type * as z from 'zod/mini'

import type { Context } from '#context.ts'
import { lockUser } from '#features/users/index.ts'
import { AppError, invalidFields } from '#platform/errors.ts'

import { changeSettings, deleteSubscription, pruneSubscriptions, saveSubscription, subscriptionsOf } from './repo.ts'

type Subscription = Input<typeof subscribePush>['body']

const MOST_BROWSERS = 20

export async function browsersOf({ db, push }: Context, userId: string): Promise<z.output<(typeof getPush)['reply']>> {
  const subscriptions = await subscriptionsOf(db, userId)
  return { publicKey: push?.publicKey ?? null, browsers: subscriptions.map(({ endpoint }) => fingerprint(endpoint)) }
}

/** Registers a browser and switches the target on. Of too many browsers the oldest are forgotten. */
export async function addBrowser({ db, push, now }: Context, userId: string, subscription: Subscription) {
  if (!push) throw new AppError('pushOff')
  const { endpoint, keys } = subscription
  const refusal = invalidFields({
    endpoint: push.isAllowed(endpoint) ? undefined : 'wrongFormat',
    keys: areKeys(keys) ? undefined : 'wrongFormat',
  })
  if (refusal) throw refusal
  await db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    await saveSubscription(tx, { id: randomUUID(), userId, endpoint, ...keys, createdAt: now() })
    await pruneSubscriptions(tx, userId, MOST_BROWSERS)
    await changeSettings(tx, userId, { isPushOn: true })
  })
}

/** Forgets a browser; without any the target is switched off. */
export async function removeBrowser({ db }: Context, userId: string, endpoint: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    await deleteSubscription(tx, userId, endpoint)
    const others = await subscriptionsOf(tx, userId)
    if (others.length === 0) await changeSettings(tx, userId, { isPushOn: false })
  })
}

function fingerprint(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url')
}

const AUTH_BYTES = 16

/** A point of P-256 and a secret of 16 bytes (RFC 8291). */
function areKeys({ p256dh, auth }: Subscription['keys']): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1')
    return Buffer.from(auth, 'base64url').length === AUTH_BYTES
  } catch {
    return false
  }
}
