import { pageTitle } from '@doslovno/texts/brand.ts'
import { inviteTexts } from '@doslovno/texts/vocabulary/sharing.ts'
import { useEffect, useState } from 'react'

import { Invite } from '#features/vocabulary/index.ts'
import { hideInviteToken, readInviteToken } from '#lib/invite/invite-token.ts'

export function InvitePage() {
  const [token, setToken] = useState(readInviteToken)
  // Another link opened in the same tab changes only the fragment.
  useEffect(() => {
    const follow = () => {
      hideInviteToken()
      setToken(readInviteToken())
    }
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return (
    <>
      <title>{pageTitle(inviteTexts.pageTitle)}</title>
      <Invite key={token} token={token} />
    </>
  )
}
