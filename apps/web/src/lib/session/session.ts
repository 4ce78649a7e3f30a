import { getAccount, type User } from '@doslovno/contract/accounts.ts'
import type { Call } from '@doslovno/contract/endpoint.ts'
import type { PurchaseEvent } from '@doslovno/contract/payments.ts'
import { login, type LoginResult, logout, type TokenPair } from '@doslovno/contract/sessions.ts'

import { isRefusal, isUnanswered } from '#lib/http/api-error.ts'
import { send } from '#lib/http/send.ts'
import { type Store, createStore } from '#lib/store/store.ts'

import { createTokenSource, type TokenSource, type TokenSourceDeps } from './token-source.ts'
import { clearTokens, readTokens, writeTokens } from './token-storage.ts'
import { tokensOf } from './tokens-of.ts'

export const accountStatuses = ['init', 'not-authorized', 'authorized', 'not-available'] as const
export type AccountStatus = (typeof accountStatuses)[number]
export type SessionState = { status: AccountStatus; user: User | null }

export type Session = {
  getState: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** Loads the account: at the start, and again while the service is unavailable. */
  start: () => Promise<void>
  /** Reloads the account; a failure changes nothing. */
  reload: () => Promise<void>
  /** Applies a change of the account that another reply revealed. */
  adjust: (change: Partial<User>) => void
  /** Returns the second factor to continue with, if the account has one. */
  signIn: (credentials: Call<typeof login>['body']) => Promise<LoginResult['secondFactor']>
  /** Stores the tokens of any kind of sign-in, and loads the account. */
  enter: (tokens: TokenPair) => Promise<void>
  logout: () => Promise<void>
  hasTokens: () => boolean
  /** Makes a call with an access token, and repeats it once with a new one if the server refuses it. */
  withToken: <T>(work: (token: string) => Promise<T>) => Promise<T>
}

export type SessionDeps = TokenSourceDeps & {
  /** Gets the purchases that each load of the account tells of. */
  onPurchases?: (events: readonly PurchaseEvent[]) => void
  /** The user whose files are kept on this device, for a start without a connection. */
  keptUser?: () => Promise<User | undefined>
}

const NOBODY: SessionState = { status: 'not-authorized', user: null }

export function createSession(deps: SessionDeps): Session {
  const { storage, fetch } = deps
  const tokens = createTokenSource(deps)
  const state = createStore<SessionState>({ status: 'init', user: null })

  const hasTokens = () => {
    const { accessToken, refreshToken } = readTokens(storage)
    return Boolean(accessToken ?? refreshToken)
  }

  const withToken: Session['withToken'] = async (work) => {
    try {
      return await retryRefused(tokens, work)
    } catch (error) {
      if (isRefusal(error) && state.get().status === 'authorized') state.set(NOBODY)
      throw error
    }
  }

  const loadUser = () => withToken((token) => loadAccount(deps, token))

  const start = async () => {
    if (!hasTokens()) return state.set(NOBODY)
    try {
      state.set({ status: 'authorized', user: await loadUser() })
    } catch (error) {
      state.set(await stateAfter(error, deps))
    }
  }

  const enter = async (pair: TokenPair) => {
    writeTokens(storage, pair)
    await start()
  }

  return {
    getState: state.get,
    subscribe: state.subscribe,
    start,
    reload: async () => {
      try {
        const user = await loadUser()
        // Keeps the same object for an unchanged account, so that nothing re-renders.
        const { status, user: shown } = state.get()
        if (status === 'authorized' && !isSame(user, shown)) state.set({ status, user })
      } catch {
        // The account on screen is slightly stale, nothing more; withToken handles a refusal.
      }
    },
    adjust: (change) => adjustUser(state, change),
    signIn: async (credentials) => {
      const result = await send(fetch, login, { body: credentials })
      if (result.secondFactor) return result.secondFactor
      await enter(tokensOf(result))
      return undefined
    },
    enter,
    logout: async () => {
      const { refreshToken } = readTokens(storage)
      clearTokens(storage)
      state.set(NOBODY)
      if (!refreshToken) return
      // The user is logged out on this device whatever the server answers.
      await send(fetch, logout, { body: { refreshToken } }).catch(() => undefined)
    },
    hasTokens,
    withToken,
  }
}

async function loadAccount({ fetch, onPurchases }: SessionDeps, token: string): Promise<User> {
  const { user, events } = await send(fetch, getAccount, {}, { token })
  onPurchases?.(events)
  return user
}

/** Without a connection the user of the kept files may read them. */
async function stateAfter(error: unknown, { keptUser }: SessionDeps): Promise<SessionState> {
  if (isRefusal(error)) return NOBODY
  const user = (isUnanswered(error) && (await keptUser?.())) || null
  return { status: user ? 'authorized' : 'not-available', user }
}

function adjustUser(state: Store<SessionState>, change: Partial<User>) {
  const { status, user } = state.get()
  if (user) state.set({ status, user: { ...user, ...change } })
}

function isSame(one: User, other: User | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** A refused token means a wrong clock here or a new key there: one renewal settles it. */
async function retryRefused<T>(tokens: TokenSource, work: (token: string) => Promise<T>): Promise<T> {
  const token = await tokens.fresh()
  try {
    return await work(token)
  } catch (error) {
    if (!isRefusal(error)) throw error
    return await work(await tokens.replace(token))
  }
}
