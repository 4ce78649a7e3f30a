import type { AccountStatus } from '#lib/session/session.ts'

const HOME = '/'
const LOGIN = '/auth/login'
const PROMO = 'promocode'
/** Pages that make no sense for a signed-in user. */
const ENTRANCES = [LOGIN, '/auth/register']
const OPEN = [/^\/auth\/./, /^\/oauth/, /^\/tariffs\/?$/, /^\/legal\/./, /^\/files\/[^/]+\/?$/]

/** True for pages open to visitors. */
export function isOpenPath(path: string): boolean {
  return OPEN.some((pattern) => pattern.test(path))
}

export type Visit = { status: AccountStatus; path: string; href: string; next: string | undefined }
export type Turn = { to: typeof LOGIN; next: string | undefined } | { to: 'next'; href: string }

/** Where to redirect a visit; undefined when it may go on. */
export function turnOf({ status, path, href, next }: Visit): Turn | undefined {
  if (status === 'not-authorized' && !isOpenPath(path)) return { to: LOGIN, next: href === HOME ? undefined : href }
  if (status !== 'authorized') return undefined
  if (ENTRANCES.includes(path)) return { to: 'next', href: safeNext(next) }
  const plain = withoutPromo(href)
  return plain === href ? undefined : { to: 'next', href: plain }
}

/** The page to open after signing in: one of ours, and not the sign-in itself. */
export function safeNext(next: string | undefined): string {
  if (!next || !/^\/(?![/\\])/.test(next) || next.startsWith('/auth/')) return HOME
  return next
}

/** A promo code is used up once the user is signed in, so it leaves the address. */
function withoutPromo(href: string): string {
  const { pathname, searchParams, hash } = new URL(href, 'https://doslovno.example')
  if (!searchParams.has(PROMO)) return href
  searchParams.delete(PROMO)
  return pathname + (searchParams.size > 0 ? `?${searchParams.toString()}` : '') + hash
}
