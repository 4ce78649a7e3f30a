import { randomInt, randomUUID } from 'node:crypto'

import type { KeyScope, ApiKeyView } from '@doslovno/contract/account/api-keys.ts'
import type { SessionActor } from '@doslovno/domain/access.ts'
import { apiKeyFrom, KEY_ALPHABET, KEY_SECRET_LENGTH, isApiKey } from '@doslovno/domain/account/api-key.ts'

import type { Context } from '#context.ts'
import { keyNotice } from '#features/accounts/mails.ts'
import { sendMail } from '#features/mails/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import { contactOf } from '#features/users/index.ts'
import type { Db } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Authenticator } from '#platform/http/admit.ts'
import { hashToken } from '#platform/tokens.ts'

import { replaceKey, keyOfUser, deleteKeyOf, keyByHash, touchKey } from './repo.ts'

type NewKey = { scopes: readonly KeyScope[]; address: string }

/** Makes the only key of a user: the former one stops working at once. The owner is told by mail. */
export async function generateKey(ctx: Context, { userId }: SessionActor, wanted: NewKey): Promise<string> {
  await ctx.rateLimits.spend('apiKeysByUser', userId)
  const scopes = [...new Set(wanted.scopes)]
  const key = newKey()
  const sealed = sealKey(ctx, userId, key)
  await ctx.db.transaction().execute(async (tx) => {
    const contact = await contactOf(tx, userId)
    if (!contact) throw new AppError('needAuthorization') // a token may outlive its account
    await replaceKey(tx, { id: randomUUID(), userId, hash: hashToken(key), sealed, scopes, createdAt: ctx.now() })
    await recordAudit(tx, {
      kind: 'apiKeyCreated',
      userId,
      address: wanted.address,
      details: { scopes: scopes.join(' ') },
    })
    const { email, name } = contact
    if (email) await sendMail(ctx, tx, keyNotice, { email, name })
  })
  return key
}

function newKey(): string {
  const secret = Array.from({ length: KEY_SECRET_LENGTH }, () => KEY_ALPHABET.charAt(randomInt(KEY_ALPHABET.length)))
  return apiKeyFrom(secret.join(''))
}

/** The whole key of a user; null if there is none. */
export async function apiKeyOf(ctx: Context, userId: string): Promise<string | null> {
  return (await readKey(ctx, userId))?.apiKey ?? null
}

export async function readKey(ctx: Context, userId: string): Promise<ApiKeyView | null> {
  const key = await keyOfUser(ctx.db, userId)
  if (!key) return null
  const { scopes, createdAt, lastUsedAt } = key
  return {
    apiKey: openKey(ctx, key),
    scopes,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

/** Deletes the caller's key; without one, does nothing. */
export async function revokeKey(ctx: Context, { userId }: SessionActor, address: string): Promise<void> {
  await ctx.db.transaction().execute((tx) => revokeKeyOf(tx, userId, address))
}

export async function revokeKeyOf(tx: Db, userId: string, address: string): Promise<void> {
  if (await deleteKeyOf(tx, userId)) await recordAudit(tx, { kind: 'apiKeyRevoked', userId, address })
}

function sealKey({ secrets }: Context, userId: string, key: string): Buffer {
  return secrets.seal(key, purposeOf(userId))
}

function openKey({ secrets }: Context, { userId, sealed }: { userId: string; sealed: Buffer }): string {
  return secrets.open(sealed, purposeOf(userId))
}

function purposeOf(userId: string): string {
  return `api_keys.sealed ${userId}`
}

/** The last use is exact to a minute: a program must not cost a write per call. */
const TOUCH_MS = 60_000

/** Accepts API keys; a mistyped key costs no query. */
export function keyAuthenticator({ db }: Context): Authenticator {
  return async (token, now) => {
    if (!isApiKey(token)) return undefined
    const key = await keyByHash(db, hashToken(token))
    if (!key) return undefined
    if (key.disabledAt) return 'disabled'
    const before = new Date(now.getTime() - TOUCH_MS)
    if (!key.lastUsedAt || key.lastUsedAt <= before) await touchKey(db, key.id, { now, before })
    return { kind: 'key', userId: key.userId, keyId: key.id, scopes: key.scopes }
  }
}
