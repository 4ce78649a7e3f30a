type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const PARAMETER = 'promocode'
const KEY = 'promocode'
const LONGEST = 100

/** The promo code of a query; a visit redirected by the guard carries its query inside `next`. */
export function promoIn(search: string): string {
  return (new URLSearchParams(innerQuery(search)).get(PARAMETER) ?? '').slice(0, LONGEST)
}

/** The query of the page a visit is meant for. */
export function innerQuery(search: string): string {
  return new URLSearchParams(search).get('next')?.match(/\?[^#]*/)?.[0] ?? search
}

/** Keeps the code of the address until it is used, whatever pages lie between: sign-in, registration, a mail. */
export function rememberPromo(search: string = location.search, storage: BrowserStorage = localStorage) {
  const code = promoIn(search)
  if (code !== '') storage.setItem(KEY, code)
}

/** Empty if there is none. */
export function rememberedPromo(storage: BrowserStorage = localStorage): string {
  return storage.getItem(KEY) ?? ''
}

export function forgetPromo(storage: BrowserStorage = localStorage) {
  storage.removeItem(KEY)
}

/** The address without its promo code. */
export function withoutPromo(href: string): string {
  const { pathname, searchParams, hash } = new URL(href, 'https://doslovno.example')
  if (!searchParams.has(PARAMETER)) return href
  searchParams.delete(PARAMETER)
  return pathname + (searchParams.size > 0 ? `?${searchParams.toString()}` : '') + hash
}
