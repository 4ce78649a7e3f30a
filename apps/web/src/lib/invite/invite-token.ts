/** The page of an invite to a shared vocabulary. */
export const INVITE_PATH = '/vocabulary/invite'

const PARAMETER = 'token'
const KEY = 'inviteToken'

/**
 * Removes the token from the address, in the fragment or in the query, so that a sign-in on the way does not repeat it.
 * The tab keeps it.
 */
export function hideInviteToken() {
  const { pathname, searchParams, hash } = new URL(location.href)
  const token = hash.slice(1) || searchParams.get(PARAMETER)
  if (pathname !== INVITE_PATH || !token) return
  sessionStorage.setItem(KEY, token)
  history.replaceState(history.state, '', pathname)
}

/** The token of the invite that this tab has opened last. */
export function readInviteToken(): string | undefined {
  return sessionStorage.getItem(KEY) ?? undefined
}
