import type { Context } from '#context.ts'
import type { SignInChallenges } from '#platform/tables/account.ts'
import { createOpaqueToken, hashToken } from '#platform/tokens.ts'

import { insertChallenge } from './repo.ts'

const LIFE_MS = 5 * 60_000

type NewChallenge = Pick<SignInChallenges, 'purpose' | 'userId' | 'signedBy' | 'challenge'>

/** Starts a step that the browser has to finish within five minutes; returns the token that ties the two together. */
export async function newChallenge(ctx: Context, challenge: NewChallenge): Promise<string> {
  const token = createOpaqueToken()
  const expiresAt = new Date(ctx.now().getTime() + LIFE_MS)
  await insertChallenge(ctx.db, { ...challenge, hash: hashToken(token), expiresAt })
  return token
}
