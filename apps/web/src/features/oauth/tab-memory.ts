import type { Provider } from '@doslovno/contract/account/providers.ts'

export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Kept until the user returns from a provider. */
export type Start = { state: string; verifier: string; search: string }

const startKey = (type: Provider) => `oauth.start.${type}`
const EXPECTED_KEY = 'oauth.expected'

export function rememberStart(storage: TabStorage, type: Provider, start: Start) {
  storage.setItem(startKey(type), JSON.stringify(start))
}

/** Removes it: a start is good for one return. */
export function takeStart(storage: TabStorage, type: Provider): Start | undefined {
  const kept = take(storage, startKey(type))
  return kept === null ? undefined : (JSON.parse(kept) as Start) // written by rememberStart only
}

/** Lets this tab sign in by that provider: the answer came through our own popup. */
export function expectLogin(storage: TabStorage, type: Provider) {
  storage.setItem(EXPECTED_KEY, type)
}

/** Without it a link could sign the user in to somebody else's account. */
export function takeExpected(storage: TabStorage, type: Provider): boolean {
  return take(storage, EXPECTED_KEY) === type
}

function take(storage: TabStorage, key: string): string | null {
  const kept = storage.getItem(key)
  storage.removeItem(key)
  return kept
}
