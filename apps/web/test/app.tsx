import { Fragment, type StrictMode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'

import { App } from '#app/app.tsx'
import { hideInviteToken } from '#lib/invite/invite-token.ts'
import { hideMailLinkToken } from '#lib/mail-link/mail-link-token.ts'
import { session } from '#lib/session/current.ts'

const testPage = location.pathname + location.search

/** Opens the app at an address, as main.tsx does in a new tab. Strict mode makes every query twice. */
export async function openAt(path: string, Mode: typeof Fragment | typeof StrictMode = Fragment) {
  history.replaceState(null, '', path)
  hideMailLinkToken()
  hideInviteToken()
  await session.start()
  return render(
    <Mode>
      <App />
    </Mode>,
  )
}

/** Resets storage, address and globals around every test. */
export function isolateTests() {
  beforeEach(async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const name of await caches.keys()) await caches.delete(name)
  })
  afterEach(async () => {
    // Before the network is real again: the pages keep polling.
    await cleanup()
    vi.useRealTimers()
    history.replaceState(null, '', testPage)
    vi.unstubAllGlobals()
  })
}
