import type { AccountStatus } from '#lib/session/session.ts'

const HOME = '/'
const LOGIN = '/auth/login'
const PROMO = 'promocode'
/** Somebody who is signed in has nothing to do there. */
const ENTRANCES = [LOGIN, '/auth/register']
const OPEN = [/^\/auth\/./, /^\/oauth/, /^\/tariffs\/?$/, /^\/legal\/./, /^\/files\/[^/]+\/?$/]

/** Pages that everybody may open, with an account or without. */
export function isOpenPath(path: string): boolean {
  return OPEN.some((pattern) => pattern.test(path))
}

export type Visit = { status: AccountStatus; path: string; href: string; next: string | undefined }
export type Turn = { to: typeof LOGIN; next: string | undefined } | { to: 'next'; href: string }

/** Where a visit must be turned to, or nothing when it may go on. */
export function turnOf({ status, path, href, next }: Visit): Turn | undefined {
  if (status === 'not-authorized' && !isOpenPath(path)) return { to: LOGIN, next: href === HOME ? undefined : href }
  if (status !== 'authorized') return undefined
  if (ENTRANCES.includes(path)) return { to: 'next', href: safeNext(next) }
  const plain = withoutPromo(href)
  return plain === href ? undefined : { to: 'next', href: plain }
}

/** Where to go after signing in: only a page of ours, never another site and never the sign-in again. */
export function safeNext(next: string | undefined): string {
  if (!next || !/^\/(?![/\\])/.test(next) || next.startsWith('/auth/')) return HOME
  return next
}

/** A promo code has done its work once somebody is signed in; it must not stay in the address. */
function withoutPromo(href: string): string {
  const { pathname, searchParams, hash } = new URL(href, 'https://doslovno.example')
  if (!searchParams.has(PROMO)) return href
  searchParams.delete(PROMO)
  return pathname + (searchParams.size > 0 ? `?${searchParams.toString()}` : '') + hash
}
