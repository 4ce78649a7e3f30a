import { getAccount, login, logout, type User } from '@doslovno/contract/accounts.ts'
import type { Call } from '@doslovno/contract/endpoint.ts'

import { isRefusal } from '#lib/http/api-error.ts'
import { send } from '#lib/http/send.ts'

import { createTokenSource, type TokenSource, type TokenSourceDeps } from './token-source.ts'
import { clearTokens, readTokens, writeTokens } from './token-storage.ts'

export const accountStatuses = ['init', 'not-authorized', 'authorized', 'not-available'] as const
export type AccountStatus = (typeof accountStatuses)[number]
export type SessionState = { status: AccountStatus; user: User | null }

export type Session = {
  getState: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** Finds out who is here: at the start, and again while the service is not available. */
  start: () => Promise<void>
  /** Loads the account again; a failure leaves everything as it was. */
  reload: () => Promise<void>
  signIn: (credentials: Call<typeof login>['body']) => Promise<void>
  logout: () => Promise<void>
  hasTokens: () => boolean
  /** Makes a call with an access token, once more with a new one if the server refuses it. */
  withToken: <T>(work: (token: string) => Promise<T>) => Promise<T>
}

const NOBODY: SessionState = { status: 'not-authorized', user: null }

export function createSession(deps: TokenSourceDeps): Session {
  const { storage, fetch } = deps
  const tokens = createTokenSource(deps)
  const listeners = new Set<() => void>()
  let state: SessionState = { status: 'init', user: null }

  const setState = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }

  const hasTokens = () => {
    const { accessToken, refreshToken } = readTokens(storage)
    return Boolean(accessToken ?? refreshToken)
  }

  const withToken: Session['withToken'] = async (work) => {
    try {
      return await retryRefused(tokens, work)
    } catch (error) {
      if (isRefusal(error) && state.status === 'authorized') setState(NOBODY)
      throw error
    }
  }

  const loadUser = async () => (await withToken((token) => send(fetch, getAccount, {}, { token }))).user

  const start = async () => {
    if (!hasTokens()) return setState(NOBODY)
    try {
      setState({ status: 'authorized', user: await loadUser() })
    } catch (error) {
      setState(isRefusal(error) ? NOBODY : { status: 'not-available', user: null })
    }
  }

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start,
    reload: async () => {
      try {
        const user = await loadUser()
        if (state.status === 'authorized') setState({ status: 'authorized', user })
      } catch {
        // The account on the screen is a little old, nothing more; a refusal is handled by withToken.
      }
    },
    signIn: async (credentials) => {
      writeTokens(storage, await send(fetch, login, { body: credentials }))
      await start()
    },
    logout: async () => {
      const { refreshToken } = readTokens(storage)
      clearTokens(storage)
      setState(NOBODY)
      if (!refreshToken) return
      // The person is out on this device whatever the server answers.
      await send(fetch, logout, { body: { refreshToken } }).catch(() => undefined)
    },
    hasTokens,
    withToken,
  }
}

/** A refused token means a wrong clock here or a new key there: one renewal tells. */
async function retryRefused<T>(tokens: TokenSource, work: (token: string) => Promise<T>): Promise<T> {
  const token = await tokens.fresh()
  try {
    return await work(token)
  } catch (error) {
    if (!isRefusal(error)) throw error
    return await work(await tokens.replace(token))
  }
}
