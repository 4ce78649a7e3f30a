import type { LoginResult, TokenPair } from '@doslovno/contract/account/sessions.ts'

export type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
export type StoredTokens = { accessToken: string | null; refreshToken: string | null }

export const ACCESS_KEY = 'accessToken'
export const REFRESH_KEY = 'refreshToken'

export function readTokens(storage: TokenStorage): StoredTokens {
  return { accessToken: storage.getItem(ACCESS_KEY), refreshToken: storage.getItem(REFRESH_KEY) }
}

export function hasTokens(storage: TokenStorage): boolean {
  const { accessToken, refreshToken } = readTokens(storage)
  return Boolean(accessToken ?? refreshToken)
}

export function writeTokens(storage: TokenStorage, { accessToken, refreshToken }: TokenPair) {
  storage.setItem(ACCESS_KEY, accessToken)
  storage.setItem(REFRESH_KEY, refreshToken)
}

export function clearTokens(storage: TokenStorage) {
  storage.removeItem(ACCESS_KEY)
  storage.removeItem(REFRESH_KEY)
}

/** The tokens of a sign-in that is complete. */
export function tokensOf({ accessToken, refreshToken }: LoginResult): TokenPair {
  if (!accessToken || !refreshToken) throw new Error('A complete sign-in came without tokens')
  return { accessToken, refreshToken }
}
