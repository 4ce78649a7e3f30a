import { updateToken, upgradeLegacyToken } from '@doslovno/contract/account/sessions.ts'

import { isRefusal, needAuthorization } from '#lib/http/api-error.ts'
import { type Fetch, send } from '#lib/http/send.ts'

import { ACCESS_KEY, clearTokens, readTokens, type TokenStorage, writeTokens } from './token-storage.ts'

/** An access token that expires sooner is renewed first. */
const RENEW_SECONDS = 10
/** The prefix of tokens from the first version of the service. */
const LEGACY_PREFIX = 'SHPT-'

export type TokenSourceDeps = {
  storage: TokenStorage
  fetch: Fetch
  now: () => number
  /** Runs the work under a lock that all tabs share. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
}

export type TokenSource = {
  /** An access token valid for at least ten seconds. */
  fresh: () => Promise<string>
  /** Another token after the server refused this one. */
  replace: (refused: string) => Promise<string>
}

export function createTokenSource(deps: TokenSourceDeps): TokenSource {
  let renewal: Promise<string> | undefined

  const renew = (unusable: string | null) => {
    renewal ??= deps
      .exclusively(() => renewOnce(deps, unusable))
      .finally(() => {
        renewal = undefined
      })
    return renewal
  }

  return {
    fresh: async () => {
      const { accessToken, refreshToken } = readTokens(deps.storage)
      if (isLegacy(accessToken)) return renew(accessToken)
      const left = accessToken ? secondsLeft(accessToken, deps.now()) : -Infinity
      if (accessToken && left >= RENEW_SECONDS) return accessToken
      if (refreshToken) return renew(accessToken)
      if (accessToken && left > 0) return accessToken
      throw needAuthorization()
    },
    replace: async (refused) => {
      if (!readTokens(deps.storage).refreshToken) throw needAuthorization()
      return renew(refused)
    },
  }
}

/** Checks the storage first: another tab may have renewed, signed in or logged out meanwhile. */
async function renewOnce(deps: TokenSourceDeps, unusable: string | null): Promise<string> {
  const before = readTokens(deps.storage)
  if (before.accessToken && before.accessToken !== unusable) return before.accessToken
  if (isLegacy(before.accessToken)) return upgradeOnce(deps, before.accessToken)
  if (!before.refreshToken) throw needAuthorization()
  try {
    const tokens = await send(deps.fetch, updateToken, { body: { refreshToken: before.refreshToken } })
    if (readTokens(deps.storage).refreshToken !== before.refreshToken) return tokenOfOtherTab(deps)
    writeTokens(deps.storage, tokens)
    return tokens.accessToken
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (readTokens(deps.storage).refreshToken !== before.refreshToken) return tokenOfOtherTab(deps)
    clearTokens(deps.storage)
    throw error
  }
}

function isLegacy(token: string | null): token is string {
  return token?.startsWith(LEGACY_PREFIX) ?? false
}

/** Exchanges a legacy token; a refused one is removed. */
async function upgradeOnce(deps: TokenSourceDeps, legacy: string): Promise<string> {
  try {
    const tokens = await send(deps.fetch, upgradeLegacyToken, { body: { accessToken: legacy } })
    if (readTokens(deps.storage).accessToken !== legacy) return tokenOfOtherTab(deps)
    writeTokens(deps.storage, tokens)
    return tokens.accessToken
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (readTokens(deps.storage).accessToken === legacy) deps.storage.removeItem(ACCESS_KEY)
    return renewOnce(deps, null)
  }
}

function tokenOfOtherTab({ storage }: TokenSourceDeps): string {
  const { accessToken } = readTokens(storage)
  if (!accessToken) throw needAuthorization()
  return accessToken
}

/** Seconds until the token's `exp` by this device's clock; an unreadable token counts as expired. */
function secondsLeft(token: string, nowMs: number): number {
  const expiresAt = expiryOf(token)
  return expiresAt === undefined ? -Infinity : expiresAt - nowMs / 1000
}

function expiryOf(token: string): number | undefined {
  const payload = token.split('.')[1]
  if (!payload) return undefined
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return undefined
    return typeof claims.exp === 'number' ? claims.exp : undefined
  } catch {
    return undefined
  }
}
