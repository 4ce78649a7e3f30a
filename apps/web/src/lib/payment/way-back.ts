import { safePath } from '#lib/navigation/safe-path.ts'

const KEY = 'payment.from'

/** Keeps the page to return to while the tab is at the payment page; undefined forgets an earlier one. */
export function rememberWayBack(from: string | undefined) {
  if (from === undefined) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, from)
}

export function wayBack(): string | undefined {
  return safePath(sessionStorage.getItem(KEY) ?? undefined)
}
