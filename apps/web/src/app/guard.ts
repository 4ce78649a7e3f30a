import type { AccountStatus } from '#lib/session/session.ts'

const HOME = '/'
const LOGIN = '/auth/login'
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
  if (status === 'authorized' && path === LOGIN) return { to: 'next', href: safeNext(next) }
  return undefined
}

/** Where to go after signing in: only a page of ours, never another site and never the sign-in again. */
export function safeNext(next: string | undefined): string {
  if (!next || !/^\/(?![/\\])/.test(next) || next.startsWith('/auth/')) return HOME
  return next
}
