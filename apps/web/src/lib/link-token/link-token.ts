import { linkPaths } from '@doslovno/domain/account/mail-link.ts'

const PARAMETER = 'token'
const keyOf = (path: string) => `linkToken:${path}`

/**
 * Takes the token of an e-mailed link out of the address, before a request could carry it along as a referrer.
 * The tab keeps it, so that a page that was reloaded still works.
 */
export function hideLinkToken() {
  const { pathname, searchParams, hash } = new URL(location.href)
  const token = searchParams.get(PARAMETER)
  if (!token || !Object.values(linkPaths).includes(pathname)) return
  sessionStorage.setItem(keyOf(pathname), token)
  searchParams.delete(PARAMETER)
  const search = searchParams.size > 0 ? `?${searchParams.toString()}` : ''
  history.replaceState(history.state, '', pathname + search + hash)
}

/** The token that this page was opened with; undefined when its link had none. */
export function readLinkToken(): string | undefined {
  return sessionStorage.getItem(keyOf(location.pathname)) ?? undefined
}
