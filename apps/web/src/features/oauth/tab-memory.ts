import type { Provider } from '@doslovno/contract/accounts.ts'

export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What a tab must still know when somebody comes back from a provider. */
export type Start = { state: string; verifier: string; search: string }

const startKey = (type: Provider) => `oauth.start.${type}`
const EXPECTED_KEY = 'oauth.expected'

export function rememberStart(storage: TabStorage, type: Provider, start: Start) {
  storage.setItem(startKey(type), JSON.stringify(start))
}

/** Good for one return only. */
export function takeStart(storage: TabStorage, type: Provider): Start | undefined {
  const kept = take(storage, startKey(type))
  return kept === null ? undefined : (JSON.parse(kept) as Start) // written by rememberStart alone
}

/** From here on this tab may sign in by that provider: the answer came through our own checked popup. */
export function expectLogin(storage: TabStorage, type: Provider) {
  storage.setItem(EXPECTED_KEY, type)
}

/** A link that somebody was sent must not sign them in to the sender's account. */
export function takeExpected(storage: TabStorage, type: Provider): boolean {
  return take(storage, EXPECTED_KEY) === type
}

function take(storage: TabStorage, key: string): string | null {
  const kept = storage.getItem(key)
  storage.removeItem(key)
  return kept
}
