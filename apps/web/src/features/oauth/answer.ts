import type { Provider } from '@doslovno/contract/accounts.ts'

import { isProvider } from './provider.ts'

type Place = Pick<Location, 'pathname' | 'search' | 'hash'>

let held: { type: Provider; params: URLSearchParams } | undefined

/**
 * Takes what a provider answered out of the address before anything else sees it: it opens an account. It also must
 * not pass the router, which reads long numbers in a query as numbers.
 */
export function holdAnswer(place: Place = location, page: Pick<History, 'state' | 'replaceState'> = history) {
  const type = /^\/oauth\/([^/]+)\/?$/.exec(place.pathname)?.[1] ?? ''
  if (!isProvider(type)) return
  const params = answerIn(type, place)
  if (!params.has('state') && !params.has('error')) return
  held = { type, params }
  page.replaceState(page.state, '', place.pathname)
}

/** What was held, once. */
export function takeAnswer(type: Provider): URLSearchParams | undefined {
  const answer = held?.type === type ? held.params : undefined
  held = undefined
  return answer
}

/** Tokens come in the fragment, which no server sees; VK's code comes in the query. */
function answerIn(type: Provider, { search, hash }: Place): URLSearchParams {
  return new URLSearchParams((type === 'vk' ? search : hash).slice(1))
}
