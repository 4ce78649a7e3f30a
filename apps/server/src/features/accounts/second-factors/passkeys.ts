import type { Passkey } from '@doslovno/contract/account/second-factors.ts'
import type { LoginResult } from '@doslovno/contract/account/sessions.ts'
import type { SessionActor } from '@doslovno/domain/access.ts'
import { brand } from '@doslovno/texts/brand.ts'

import type { Context } from '#context.ts'
import { openSession } from '#features/accounts/sessions/open.ts'
import { recordAudit } from '#features/operations/index.ts'
import { lockUser } from '#features/users/index.ts'
import { AppError, invalidFields } from '#platform/errors.ts'
import type { Client } from '#platform/http/route.ts'
import { loginsTotal } from '#platform/telemetry.ts'
import { hashToken } from '#platform/tokens.ts'

import { newChallenge } from './challenges.ts'
import { newRecoveryCodes } from './codes.ts'
import { addFactor, removeFactor } from './factors.ts'
import { ownerOf, type Proof, proveOwner } from './proof.ts'
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  protectionOf,
  takeChallenge,
  findPasskey,
  markPasskeyUsed,
} from './repo.ts'
import { passkeyView } from './view.ts'

const MOST_PASSKEYS = 10

export async function startPasskey(ctx: Context, actor: SessionActor, proof: Proof, client: Client) {
  const { id: userId, email, name } = await proveOwner(ctx, actor, proof, client)
  const existing = await listPasskeys(ctx.db, userId)
  if (existing.length >= MOST_PASSKEYS) throw new AppError('secondFactorLimit')
  const owner = { id: userId, name: email ?? name, issuer: brand.name }
  const { options, challenge } = await ctx.passkeys.startNew(owner, existing)
  const token = await newChallenge(ctx, { purpose: 'passkeyCreate', userId, signedBy: null, challenge })
  return { token, options }
}

type NewPasskey = { token: string; name: string; credential: Answer }
type Added = { passkey: Passkey; recoveryCodes?: string[] }

/** Keeps the passkey that the browser made; recovery codes come with the first factor. */
export async function addPasskey(ctx: Context, actor: SessionActor, added: NewPasskey, client: Client): Promise<Added> {
  const { id: userId } = await ownerOf(ctx, actor)
  const refusal = invalidFields({ name: added.name === '' ? 'required' : undefined })
  if (refusal) throw refusal
  const checked = await checkNew(ctx, userId, added)
  const recovery = await newRecoveryCodes(ctx, userId)
  const row = { ...checked, userId, name: added.name, createdAt: ctx.now() }
  const recoveryCodes = await ctx.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    const before = await protectionOf(tx, userId)
    if (before.passkeyCount >= MOST_PASSKEYS) throw new AppError('secondFactorLimit')
    if (!(await insertPasskey(tx, row))) throw new AppError('passkeyRefused')
    return addFactor(ctx, tx, { kind: 'passkeyAdded', userId, address: client.address, before, recovery })
  })
  const passkey = passkeyView({ ...row, lastUsedAt: null })
  return { passkey, ...(recoveryCodes.length > 0 && { recoveryCodes }) }
}

async function checkNew(ctx: Context, userId: string, { token, credential }: NewPasskey) {
  const started = await takeChallenge(ctx.db, 'passkeyCreate', hashToken(token), ctx.now())
  if (!started?.challenge || started.userId !== userId) throw new AppError('challengeExpired')
  const checked = await ctx.passkeys.checkNew(credential, started.challenge)
  if (!checked) throw new AppError('passkeyRefused')
  return checked
}

type Removed = { id: string; proof: Proof }

export async function removePasskey(
  ctx: Context,
  actor: SessionActor,
  { id, proof }: Removed,
  client: Client,
): Promise<void> {
  const { id: userId } = await proveOwner(ctx, actor, proof, client)
  await ctx.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    if (!(await deletePasskey(tx, userId, id))) throw new AppError('notFound')
    await removeFactor(ctx, tx, { kind: 'passkeyRemoved', userId, address: client.address })
  })
}

export type Answer = { id: string; response: Record<string, unknown> }

/** The owner of the passkey that signed the challenge; undefined if the answer is not acceptable. */
export async function ownerOfAnswer(ctx: Context, answer: Answer, challenge: string): Promise<string | undefined> {
  const passkey = await findPasskey(ctx.db, answer.id)
  if (!passkey) return undefined
  const counter = await ctx.passkeys.check(answer, challenge, passkey)
  if (counter === undefined || !(await markPasskeyUsed(ctx.db, passkey.id, counter, ctx.now()))) return undefined
  return passkey.userId
}

/** Whether a passkey of this user signed the challenge. */
export async function isAnswerOf(ctx: Context, userId: string, answer: Answer, challenge: string): Promise<boolean> {
  const passkey = await findPasskey(ctx.db, answer.id)
  return passkey?.userId === userId && (await ownerOfAnswer(ctx, answer, challenge)) === userId
}

/** Asks for any passkey of this site: the answer tells who signs in. */
export async function startPasskeyLogin(ctx: Context) {
  const { options, challenge } = await ctx.passkeys.start()
  const token = await newChallenge(ctx, { purpose: 'passkeyLogin', userId: null, signedBy: null, challenge })
  return { token, options }
}

type Attempt = { token: string; credential: Answer }

/** A passkey that has verified its user counts as both factors. */
export async function loginByPasskey(
  ctx: Context,
  { token, credential }: Attempt,
  client: Client,
): Promise<LoginResult> {
  const started = await takeChallenge(ctx.db, 'passkeyLogin', hashToken(token), ctx.now())
  if (!started?.challenge) throw new AppError('challengeExpired')
  const userId = await ownerOfAnswer(ctx, credential, started.challenge)
  if (!userId) {
    loginsTotal.inc({ outcome: 'wrong' })
    await recordAudit(ctx.db, {
      kind: 'loginFailed',
      userId: null,
      address: client.address,
      details: { by: 'passkey' },
    })
    throw new AppError('passkeyRefused')
  }
  loginsTotal.inc({ outcome: 'right' })
  const pair = await openSession(ctx, { userId, by: 'passkey', client })
  return { ...pair, needToPrivacyApprove: false, isRegistration: false }
}
