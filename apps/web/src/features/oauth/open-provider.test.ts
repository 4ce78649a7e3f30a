import { describe, expect, it, vi } from 'vitest'

import { memoryStorage } from '#test/session.ts'

import { openProvider } from './open-provider.ts'

const ORIGIN = 'https://us.test'
const HREF = '/oauth-login/google#access_token=t1'
const STRANGE_DATA = [
  { data: null },
  { data: 'auth' },
  { data: { type: 'other', href: HREF } },
  { data: { type: 'auth' } },
  { data: { type: 'auth', href: 7 } },
  { data: { type: 'auth', href: 'https://evil.test/oauth-login/google#access_token=t1' } },
  { data: { type: 'auth', href: '//evil.test/oauth-login/google#access_token=t1' } },
  { data: { type: 'auth', href: '/oauth-login/google/../../logout#x' } },
  { data: { type: 'auth', href: '/oauth-login/googler#access_token=t1' } },
  { data: { type: 'auth', href: '/oauth-login/vk#code=c1' } },
  { data: { type: 'auth', href: '/auth/login' } },
  { data: { type: 'auth', href: 'javascript:alert(1)' } },
]

type Listener = (event: MessageEvent) => void

/** The main window; `popup` is the window it opens. */
function openPage({ isBlocked = false, search = '' } = {}) {
  const popup = { focus: vi.fn<() => void>() }
  const listeners = new Set<Listener>()
  const open = vi.fn<(url: string, target: string, features: string) => typeof popup | null>(() =>
    isBlocked ? null : popup,
  )
  const assign = vi.fn<(url: string | URL) => void>()
  const onHref = vi.fn<(href: string) => void>()
  const page = {
    location: { origin: ORIGIN, search, assign },
    open,
    addEventListener: (_: 'message', listener: Listener) => void listeners.add(listener),
    removeEventListener: (_: 'message', listener: Listener) => void listeners.delete(listener),
    sessionStorage: memoryStorage(),
    screenX: 0,
    screenY: 0,
    outerWidth: 1420,
    outerHeight: 960,
  }
  openProvider('google', onHref, page)
  const hear = (event: { origin?: string; source?: unknown; data: unknown }) => {
    const whole = { origin: ORIGIN, source: popup, ...event } as MessageEvent // the fields the listener reads
    for (const listener of listeners) listener(whole)
  }
  return { page, popup, open, assign, onHref, hear, listeners }
}

describe("the provider's window", () => {
  it('opens at 420 by 560, centred, and keeps the query', () => {
    const { open, popup } = openPage({ search: '?utm_source=mail' })

    expect(open.mock.calls).toEqual([
      ['/oauth/google?utm_source=mail', 'doslovno-oauth', 'popup,width=420,height=560,left=500,top=200'],
    ])
    expect(popup.focus).toHaveBeenCalled()
  })

  it('replaces the page when the browser blocks popups', () => {
    const { assign, listeners } = openPage({ isBlocked: true })

    expect(assign.mock.calls).toEqual([['/oauth/google']])
    expect(listeners.size).toBe(0)
  })

  it('sends an address to the main window once [AUTH-17]', () => {
    const { hear, onHref } = openPage()

    hear({ data: { type: 'auth', href: HREF } })
    hear({ data: { type: 'auth', href: HREF } })

    expect(onHref.mock.calls).toEqual([[HREF]])
  })

  it('is the only window listened to: no other site, no other window of ours [AUTH-17]', () => {
    const { hear, onHref } = openPage()

    hear({ origin: 'https://evil.test', data: { type: 'auth', href: HREF } })
    hear({ source: { focus: () => {} }, data: { type: 'auth', href: HREF } })
    hear({ source: null, data: { type: 'auth', href: HREF } })

    expect(onHref).not.toHaveBeenCalled()
  })

  it.each(STRANGE_DATA)('cannot redirect the main window by %j [AUTH-17]', ({ data }) => {
    const { hear, onHref } = openPage()

    hear({ data })

    expect(onHref).not.toHaveBeenCalled()
  })

  it('is ignored once another one is opened', () => {
    const first = openPage()
    openPage()

    first.hear({ data: { type: 'auth', href: HREF } })

    expect(first.onHref).not.toHaveBeenCalled()
  })
})
