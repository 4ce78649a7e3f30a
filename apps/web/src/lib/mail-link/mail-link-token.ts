import { EXPORT_PATH, mailLinkPaths } from '@doslovno/domain/account/mail-link.ts'

const PARAMETER = 'token'
const PATHS = [...Object.values(mailLinkPaths), EXPORT_PATH]
const keyOf = (path: string) => `linkToken:${path}`

/**
 * Removes the token of a mailed link from the address before a request could leak it as a referrer.
 * The tab keeps it, so that a reload works.
 */
export function hideMailLinkToken() {
  const { pathname, searchParams, hash } = new URL(location.href)
  const token = searchParams.get(PARAMETER)
  if (!token || !PATHS.includes(pathname)) return
  sessionStorage.setItem(keyOf(pathname), token)
  searchParams.delete(PARAMETER)
  const search = searchParams.size > 0 ? `?${searchParams.toString()}` : ''
  history.replaceState(history.state, '', pathname + search + hash)
}

/** The token this page was opened with; undefined if the link had none. */
export function readMailLinkToken(): string | undefined {
  return sessionStorage.getItem(keyOf(location.pathname)) ?? undefined
}
