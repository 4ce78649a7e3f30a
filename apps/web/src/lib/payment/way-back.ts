import { safePath } from '#lib/navigation/safe-path.ts'

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const KEY = 'payment.from'

/** Keeps the page to return to while the tab is at the payment page; undefined forgets an earlier one. */
export function rememberWayBack(from: string | undefined, storage: TabStorage = sessionStorage) {
  if (from === undefined) storage.removeItem(KEY)
  else storage.setItem(KEY, from)
}

export function wayBack(storage: TabStorage = sessionStorage): string | undefined {
  return safePath(storage.getItem(KEY) ?? undefined)
}
