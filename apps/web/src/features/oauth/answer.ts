import type { Provider } from '@doslovno/contract/account/providers.ts'

import { isProvider } from './provider.ts'

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>

let held: { type: Provider; params: URLSearchParams } | undefined

/**
 * Removes the provider's answer from the address before anything else sees it: it gives access to an account.
 * It must not reach the router either, which parses long numbers in a query.
 */
export function holdAnswer(address: Address = location, page: Pick<History, 'state' | 'replaceState'> = history) {
  const type = /^\/oauth\/([^/]+)\/?$/.exec(address.pathname)?.[1] ?? ''
  if (!isProvider(type)) return
  const params = answerIn(type, address)
  if (!params.has('state') && !params.has('error')) return
  held = { type, params }
  page.replaceState(page.state, '', address.pathname)
}

/** Returns the answer once. */
export function takeAnswer(type: Provider): URLSearchParams | undefined {
  const answer = held?.type === type ? held.params : undefined
  held = undefined
  return answer
}

/** Tokens come in the fragment, which servers never see; VK's code comes in the query. */
function answerIn(type: Provider, { search, hash }: Address): URLSearchParams {
  return new URLSearchParams((type === 'vk' ? search : hash).slice(1))
}
