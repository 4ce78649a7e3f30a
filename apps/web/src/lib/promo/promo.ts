import { remembered } from '#lib/remembered.ts'

const PARAMETER = 'promocode'
const LONGEST = 100

/** A promo code that waits for its use; empty if there is none. */
export const keptPromo = remembered(
  'promocode',
  (stored) => stored ?? '',
  (code) => code || null,
)

/** The promo code of a query; a visit redirected by the guard carries its query inside `next`. */
export function promoIn(search: string): string {
  return (new URLSearchParams(innerQuery(search)).get(PARAMETER) ?? '').slice(0, LONGEST)
}

/** The query of the page a visit is meant for. */
export function innerQuery(search: string): string {
  return new URLSearchParams(search).get('next')?.match(/\?[^#]*/)?.[0] ?? search
}

/** Keeps the code of the address until it is used, whatever pages lie between: sign-in, registration, a mail. */
export function rememberPromo() {
  const code = promoIn(location.search)
  if (code !== '') keptPromo.remember(code)
}

/** The address without its promo code. */
export function withoutPromo(href: string): string {
  const { pathname, searchParams, hash } = new URL(href, 'https://doslovno.example')
  if (!searchParams.has(PARAMETER)) return href
  searchParams.delete(PARAMETER)
  return pathname + (searchParams.size > 0 ? `?${searchParams.toString()}` : '') + hash
}
