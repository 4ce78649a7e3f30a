import { safePath } from '#lib/navigation/safe-path.ts'
import { withoutPromo } from '#lib/promo/promo.ts'
import type { AccountStatus } from '#lib/session/session.ts'

const HOME = '/'
const LOGIN = '/auth/login'
/** Pages that make no sense for a signed-in user. */
const ENTRANCES = [LOGIN, '/auth/register']
const OPEN = [
  /^\/auth\/./,
  /^\/oauth/,
  /^\/tariffs\/?$/,
  /^\/legal\/./,
  /^\/demo\/?$/,
  /^\/files\/[^/]+\/?$/,
  /^\/unsubscribe\/?$/,
  /^\/account\/export\/?$/,
]

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
  // It is remembered, and used once the user is signed in.
  const plain = withoutPromo(href)
  return plain === href ? undefined : { to: 'next', href: plain }
}

/** The page to open after signing in: one of ours, and not the sign-in itself. */
export function safeNext(next: string | undefined): string {
  return safePath(next) ?? HOME
}
