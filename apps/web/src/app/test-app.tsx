import { Fragment, type StrictMode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'

import { hideLinkToken } from '#lib/link-token/link-token.ts'
import { session } from '#lib/session/current.ts'

import { App } from './app.tsx'

const testPage = location.pathname + location.search

/** Opens the app at an address, as main.tsx does in a new tab. A strict one asks every query twice. */
export async function openAt(path: string, Mode: typeof Fragment | typeof StrictMode = Fragment) {
  history.replaceState(null, '', path)
  hideLinkToken()
  await session.start()
  return render(
    <Mode>
      <App />
    </Mode>,
  )
}

/** Every test of the app starts as nobody and leaves nothing behind. */
export function cleanAround() {
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  afterEach(async () => {
    // Before the network is real again: the pages keep asking it.
    await cleanup()
    vi.useRealTimers()
    history.replaceState(null, '', testPage)
    vi.unstubAllGlobals()
  })
}
