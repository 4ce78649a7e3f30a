import type { LoginResult, SecondFactor } from '@doslovno/contract/account/sessions.ts'

import type { Context } from '#context.ts'
import { openSession } from '#features/accounts/sessions/open.ts'
import { AppError } from '#platform/errors.ts'
import type { Client } from '#platform/http/route.ts'
import { hashToken } from '#platform/tokens.ts'

import { spendTypedCode } from './codes.ts'
import { countGuess, recordFailure } from './notify.ts'
import { type Answer, isAnswerOf } from './passkeys.ts'
import { countAttempt, listPasskeys, setChallenge, takeChallenge, userOfSignIn } from './repo.ts'

const MOST_ATTEMPTS = 5

type Attempt = { token: string; code?: string | undefined; credential?: Answer | undefined }

/** Options to prove the second factor by a passkey of the user. */
export async function startByPasskey(ctx: Context, token: string): Promise<Record<string, unknown>> {
  const hash = hashToken(token)
  const userId = await userOfSignIn(ctx.db, hash, ctx.now())
  if (!userId) throw new AppError('challengeExpired')
  const passkeys = await listPasskeys(ctx.db, userId)
  if (passkeys.length === 0) throw new AppError('passkeyRefused')
  const { options, challenge } = await ctx.passkeys.start(passkeys)
  await setChallenge(ctx.db, hash, challenge)
  return options
}

/** Checks the second factor and opens the session. A sign-in has five attempts. */
export async function passSecondFactor(ctx: Context, attempt: Attempt, client: Client): Promise<LoginResult> {
  const hash = hashToken(attempt.token)
  const userId = await userOfSignIn(ctx.db, hash, ctx.now())
  if (!userId) throw new AppError('challengeExpired')
  const secondFactor = await check(ctx, { ...attempt, hash, userId, client })
  const signIn = await takeChallenge(ctx.db, 'secondFactor', hash, ctx.now())
  // Used by a concurrent call, or cancelled by a new password.
  if (!signIn?.signedBy) throw new AppError('challengeExpired')
  const pair = await openSession(ctx, { userId, by: signIn.signedBy, secondFactor, client })
  return { ...pair, needToPrivacyApprove: false, isRegistration: false }
}

type Check = Attempt & { hash: Buffer; userId: string; client: Client }

async function check(ctx: Context, { hash, userId, code, credential, client }: Check): Promise<SecondFactor> {
  // Passkeys cannot be guessed, so the pauses after wrong codes do not concern them.
  const forgive = code === undefined ? undefined : await countGuess(ctx, userId, client)
  const counted = await countAttempt(ctx.db, hash, { most: MOST_ATTEMPTS, now: ctx.now() })
  if (!counted) throw new AppError('challengeExpired')
  const passed =
    code === undefined
      ? await answered(ctx, userId, credential, counted.challenge)
      : await spendTypedCode(ctx, userId, code)
  if (!passed) {
    await recordFailure(ctx, { userId, by: code === undefined ? 'passkey' : 'code', client })
    throw new AppError(code === undefined ? 'passkeyRefused' : 'wrongCode')
  }
  await forgive?.()
  return passed
}

async function answered(
  ctx: Context,
  userId: string,
  answer: Answer | undefined,
  challenge: string | null,
): Promise<'passkey' | undefined> {
  if (!answer || !challenge) return undefined
  return (await isAnswerOf(ctx, userId, answer, challenge)) ? 'passkey' : undefined
}
