import type { LoginResult } from '@doslovno/contract/sessions.ts'

import type { Context } from '#context.ts'
import { openSession } from '#features/accounts/sessions/open.ts'
import { recordAudit } from '#features/operations/index.ts'
import { AppError } from '#platform/errors.ts'
import type { Client } from '#platform/http/route.ts'
import { loginsTotal } from '#platform/telemetry.ts'
import { hashToken } from '#platform/tokens.ts'

import { newChallenge } from './challenges.ts'
import { type Answer, ownerOfAnswer } from './passkey-answer.ts'
import { takeChallenge } from './repo.ts'

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
