import type { LoginResult, TokenPair } from '@doslovno/contract/account/sessions.ts'

/** The tokens of a sign-in that is complete. */
export function tokensOf({ accessToken, refreshToken }: LoginResult): TokenPair {
  if (!accessToken || !refreshToken) throw new Error('A complete sign-in came without tokens')
  return { accessToken, refreshToken }
}
