import { render } from 'vitest-browser-react'

import { App } from '#app/app.tsx'
import { hideInviteToken } from '#lib/invite/invite-token.ts'
import { hideMailLinkToken } from '#lib/mail-link/mail-link-token.ts'
import { session } from '#lib/session/current.ts'

/** Opens the app at an address, as main.tsx does in a new tab. */
export async function openAt(path: string) {
  history.replaceState(null, '', path)
  hideMailLinkToken()
  hideInviteToken()
  await session.start()
  return render(<App />)
}
