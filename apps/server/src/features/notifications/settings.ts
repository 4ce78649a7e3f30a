import { createHash, ECDH, randomUUID, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import type { AccountInfo } from '@doslovno/contract/account/accounts.ts'
import type { NotificationTarget, getPush, subscribePush } from '@doslovno/contract/account/notifications.ts'
import type { Input } from '@doslovno/contract/endpoint.ts'
import type { SessionActor } from '@doslovno/domain/access.ts'
import type { ExportFormat } from '@doslovno/domain/export/formats.ts'
import type * as z from 'zod/mini'

import type { Context } from '#context.ts'
import { userById, lockUser } from '#features/users/index.ts'
import type { Db } from '#platform/db.ts'
import { AppError, invalidFields } from '#platform/errors.ts'

import {
  changeSettings,
  settingsOf,
  deleteSubscription,
  pruneSubscriptions,
  saveSubscription,
  subscriptionsOf,
} from './repo.ts'

type Choice = { targets: readonly NotificationTarget[]; formats: readonly ExportFormat[] }

/** A target that is absent is switched off. */
export async function saveNotifications({ db }: Context, userId: string, { targets, formats }: Choice): Promise<void> {
  const isEmailOn = targets.includes('email')
  if (isEmailOn && !(await userById(db, userId))?.email) throw new AppError('noEmail')
  const refusal = invalidFields({ formats: isEmailOn && formats.length === 0 ? 'required' : undefined })
  if (refusal) throw refusal
  await changeSettings(db, userId, { isEmailOn, isPushOn: targets.includes('push'), formats: [...new Set(formats)] })
}

/** The targets that are switched on, as the account shows them. */
export async function notificationTargetsOf(db: Db, userId: string): Promise<AccountInfo['notificationTargets']> {
  const [{ isEmailOn, isPushOn, formats }, user] = await Promise.all([settingsOf(db, userId), userById(db, userId)])
  return [
    ...(isEmailOn && user?.email ? [{ target: 'email' as const, formats }] : []),
    ...(isPushOn ? [{ target: 'push' as const, formats: [] }] : []),
  ]
}

type Subscription = Input<typeof subscribePush>['body']

const MOST_BROWSERS = 20

export async function browsersOf({ db, push }: Context, userId: string): Promise<z.output<(typeof getPush)['reply']>> {
  const subscriptions = await subscriptionsOf(db, userId)
  return { publicKey: push?.publicKey ?? null, browsers: subscriptions.map(({ endpoint }) => fingerprint(endpoint)) }
}

/** Registers a browser until its session ends, and switches the target on. Of too many the oldest are forgotten. */
export async function addBrowser(
  { db, push, now }: Context,
  { userId, sessionId }: SessionActor,
  subscription: Subscription,
) {
  if (!push) throw new AppError('pushOff')
  const { endpoint, keys } = subscription
  const refusal = invalidFields({
    endpoint: push.isAllowed(endpoint) ? undefined : 'wrongFormat',
    keys: areKeys(keys) ? undefined : 'wrongFormat',
  })
  if (refusal) throw refusal
  await db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    await saveSubscription(tx, { id: randomUUID(), userId, sessionId, endpoint, ...keys, createdAt: now() })
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

const PURPOSE = 'doslovno notifications.unsubscribe'

/** Names a user in the links of a mail. It never expires, because mails are kept for years. */
export function unsubscribeToken(tokenSecret: string, userId: string): string {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, signatureOf(tokenSecret, id)]).toString('base64url')
}

/** Switches the mails of the token's user off; the same for a user who is gone. */
export async function unsubscribe({ db, config }: Context, token: string): Promise<void> {
  const userId = userOf(config.tokenSecret, token)
  if (!userId) throw new AppError('tokenNotValid')
  await changeSettings(db, userId, { isEmailOn: false })
}

const ID_BYTES = 16
const TOKEN_BYTES = ID_BYTES + 32

function userOf(tokenSecret: string, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== TOKEN_BYTES) return undefined
  const id = bytes.subarray(0, ID_BYTES)
  if (!timingSafeEqual(signatureOf(tokenSecret, id), bytes.subarray(ID_BYTES))) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function signatureOf(tokenSecret: string, id: Buffer): Buffer {
  const key = hkdfSync('sha256', tokenSecret, '', PURPOSE, 32)
  return createHmac('sha256', Buffer.from(key)).update(id).digest()
}
