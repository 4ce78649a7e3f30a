import type { Provider } from '@doslovno/contract/account/providers.ts'
import type { LoginResult, SecondFactor } from '@doslovno/contract/account/sessions.ts'

import type { Context } from '#context.ts'
import { openSession, refuseDisabled } from '#features/accounts/sessions/open.ts'
import { isDisabled } from '#features/users/index.ts'
import type { Client } from '#platform/http/route.ts'
import type { SignInChallenges } from '#platform/tables/account.ts'
import { createOpaqueToken, hashToken } from '#platform/tokens.ts'

import { type Protection, protectionOf, insertChallenge } from './repo.ts'

type SignIn = { userId: string; by: 'password' | Provider; client: Client }

/** Ends a sign-in whose first factor was right: opens a session, or asks for the second factor if there is one. */
export async function openOrAsk(
  ctx: Context,
  signIn: SignIn,
): Promise<Pick<LoginResult, 'accessToken' | 'refreshToken' | 'secondFactor'>> {
  const { userId, by: signedBy } = signIn
  const protection = await protectionOf(ctx.db, userId)
  if (!isProtected(protection)) return openSession(ctx, signIn)
  if (await isDisabled(ctx.db, userId)) throw await refuseDisabled(ctx, signIn)
  const token = await newChallenge(ctx, { purpose: 'secondFactor', userId, signedBy, challenge: null })
  return { secondFactor: { token, methods: methodsOf(protection) } }
}

export function isProtected({ isTotpOn, passkeyCount }: Protection): boolean {
  return isTotpOn || passkeyCount > 0
}

function methodsOf({ isTotpOn, passkeyCount, codesLeft }: Protection): SecondFactor[] {
  return [
    ...(isTotpOn ? (['totp'] as const) : []),
    ...(passkeyCount > 0 ? (['passkey'] as const) : []),
    ...(codesLeft > 0 ? (['recoveryCode'] as const) : []),
  ]
}

const LIFE_MS = 5 * 60_000

type NewChallenge = Pick<SignInChallenges, 'purpose' | 'userId' | 'signedBy' | 'challenge'>

/** Starts a step that the browser has to finish within five minutes; returns the token that ties the two together. */
export async function newChallenge(ctx: Context, challenge: NewChallenge): Promise<string> {
  const token = createOpaqueToken()
  const expiresAt = new Date(ctx.now().getTime() + LIFE_MS)
  await insertChallenge(ctx.db, { ...challenge, hash: hashToken(token), expiresAt })
  return token
}
