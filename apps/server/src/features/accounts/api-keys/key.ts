import { randomInt, randomUUID } from 'node:crypto'

import type { KeyScope, ApiKeyView } from '@doslovno/contract/account/api-keys.ts'
import type { SessionActor } from '@doslovno/domain/access.ts'
import { apiKeyFrom, KEY_ALPHABET, KEY_SECRET_LENGTH, isApiKey } from '@doslovno/domain/account/api-key.ts'

import type { Context } from '#context.ts'
import { keyNotice } from '#features/accounts/mails.ts'
import { isProtected } from '#features/accounts/second-factors/challenges.ts'
import { ownerOf, type Proof, proveOwner } from '#features/accounts/second-factors/proof.ts'
import { protectionOf } from '#features/accounts/second-factors/repo.ts'
import { sendMail } from '#features/mails/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import { contactOf } from '#features/users/index.ts'
import type { Db, Tx } from '#platform/db.ts'
import type { Authenticator } from '#platform/http/admit.ts'
import type { Client } from '#platform/http/route.ts'
import { hashToken } from '#platform/tokens.ts'

import { replaceKey, keyOfUser, deleteKeyOf, keyByHash, touchKey } from './repo.ts'

type Wanted = { scopes: readonly KeyScope[]; proof: Proof }

/** Makes the only key of a user: the former one stops working at once. Where there is a second factor, it is asked for. */
export async function generateKey(
  ctx: Context,
  actor: SessionActor,
  { scopes, proof }: Wanted,
  client: Client,
): Promise<string> {
  const { id: userId } = await ownerOf(ctx, actor)
  if (isProtected(await protectionOf(ctx.db, userId))) await proveOwner(ctx, actor, proof, client)
  await ctx.rateLimits.spend('apiKeysByUser', userId)
  const wanted = { userId, scopes: [...new Set(scopes)], address: client.address }
  return ctx.db.transaction().execute((tx) => makeKey(ctx, tx, wanted))
}

/** Makes a key with the scopes of the former one, if there is one. */
export async function replaceKeyOf(ctx: Context, tx: Tx, userId: string, address: string): Promise<void> {
  const key = await keyOfUser(tx, userId)
  if (key) await makeKey(ctx, tx, { userId, scopes: key.scopes, address })
}

type NewKey = { userId: string; scopes: KeyScope[]; address: string }

/** The owner is told by mail. */
async function makeKey(ctx: Context, tx: Tx, { userId, scopes, address }: NewKey): Promise<string> {
  const key = newKey()
  const sealed = sealKey(ctx, userId, key)
  await replaceKey(tx, { id: randomUUID(), userId, hash: hashToken(key), sealed, scopes, createdAt: ctx.now() })
  await recordAudit(tx, { kind: 'apiKeyCreated', userId, address, details: { scopes: scopes.join(' ') } })
  const owner = await contactOf(tx, userId)
  if (owner?.email) await sendMail(ctx, tx, keyNotice, { email: owner.email, name: owner.name })
  return key
}

function newKey(): string {
  const secret = Array.from({ length: KEY_SECRET_LENGTH }, () => KEY_ALPHABET.charAt(randomInt(KEY_ALPHABET.length)))
  return apiKeyFrom(secret.join(''))
}

/** The whole key of a user, for its owner; null if there is none. The history tells to which sessions. */
export async function showKey(
  ctx: Context,
  { userId, sessionId }: SessionActor,
  address: string,
): Promise<ApiKeyView | null> {
  const key = await keyOfUser(ctx.db, userId)
  if (!key) return null
  if (await ctx.rateLimits.isWithin('keyShownToSession', `${sessionId} ${key.id}`))
    await recordAudit(ctx.db, { kind: 'apiKeyShown', userId, address })
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

/** Returns false if the user has no key. */
export async function revokeKeyOf(tx: Db, userId: string, address: string): Promise<boolean> {
  const isRevoked = await deleteKeyOf(tx, userId)
  if (isRevoked) await recordAudit(tx, { kind: 'apiKeyRevoked', userId, address })
  return isRevoked
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
