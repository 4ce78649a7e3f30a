import { getAccount, type User } from '@doslovno/contract/account/accounts.ts'
import { login, type LoginResult, logout, type TokenPair } from '@doslovno/contract/account/sessions.ts'
import type { Call } from '@doslovno/contract/endpoint.ts'
import type { PurchaseEvent } from '@doslovno/contract/payments.ts'

import { isRefusal, isUnanswered } from '#lib/http/api-error.ts'
import { send, type SendOptions } from '#lib/http/send.ts'
import { createStore } from '#lib/store/store.ts'

import { createTokenSource, type TokenSource, type TokenSourceDeps } from './token-source.ts'
import { clearTokens, hasTokens, readTokens, tokensOf, writeTokens } from './token-storage.ts'

export const accountStatuses = ['init', 'not-authorized', 'authorized', 'not-available'] as const
export type AccountStatus = (typeof accountStatuses)[number]
export type SessionState = { status: AccountStatus; userId: string | null }

export type Session = {
  getState: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** Finds out who is signed in: at the start, and again while the service is unavailable. */
  start: () => Promise<void>
  /** Loads the account; a refusal ends the session. */
  loadUser: (signal?: AbortSignal) => Promise<User>
  /** The account as it was last loaded, for code without queries; pages use `useUser`. */
  lastUser: () => User | null
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

const NOBODY: SessionState = { status: 'not-authorized', userId: null }

export function createSession(deps: SessionDeps): Session {
  const { storage, fetch } = deps
  const tokens = createTokenSource(deps)
  const state = createStore<SessionState>({ status: 'init', userId: null })
  let lastUser: User | null = null

  const withToken: Session['withToken'] = async (work) => {
    try {
      return await retryRefused(tokens, work)
    } catch (error) {
      if (isRefusal(error) && state.get().status === 'authorized') state.set(NOBODY)
      throw error
    }
  }

  const show = (user: User) => {
    lastUser = user
    if (state.get().userId !== user.id) state.set({ status: 'authorized', userId: user.id })
  }

  const load = (signal?: AbortSignal) => withToken((token) => loadAccount(deps, { token, signal }))

  const start = async () => {
    if (!hasTokens(storage)) return state.set(NOBODY)
    try {
      show(await load())
    } catch (error) {
      if (isRefusal(error)) return state.set(NOBODY)
      // Without a connection the user of the kept files may read them.
      const kept = isUnanswered(error) && (await deps.keptUser?.())
      if (kept) show(kept)
      else state.set({ status: 'not-available', userId: null })
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
    loadUser: async (signal) => {
      const user = await load(signal)
      // The user may have left meanwhile.
      if (state.get().status === 'authorized') show(user)
      return user
    },
    lastUser: () => (state.get().userId === null ? null : lastUser),
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
      // The user is logged out on this device whatever the server answers.
      if (refreshToken) await send(fetch, logout, { body: { refreshToken } }).catch(() => undefined)
    },
    hasTokens: () => hasTokens(storage),
    withToken,
  }
}

async function loadAccount({ fetch, onPurchases }: SessionDeps, options: SendOptions): Promise<User> {
  const { user, events } = await send(fetch, getAccount, {}, options)
  onPurchases?.(events)
  return user
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
