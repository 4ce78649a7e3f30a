import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { fakeNetwork, memoryStorage, tokenEndingIn } from '#test/session.ts'

import { refreshAccount } from './account-refresh.ts'
import { createSession } from './session.ts'

const NOW = Date.UTC(2026, 10, 15)
const REFUSED = { status: 403, body: { error: 'Need to authorization', code: 'needAuthorization', message: 'x' } }
const account = (minutesRemain: number) => ({ status: 200, body: { user: { id: 'u1', minutesRemain }, events: [] } })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function signedIn(answers: Parameters<typeof fakeNetwork>[0]) {
  const network = fakeNetwork(answers)
  const storage = memoryStorage({ accessToken: tokenEndingIn(600, NOW), refreshToken: 'r0' })
  const session = createSession({ storage, fetch: network.fetch, now: () => NOW, exclusively: (work) => work() })
  await session.start()
  return { session, storage, network }
}

/** A tab that is visible until it is hidden. */
function fakeTab() {
  const tab = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  const become = (state: DocumentVisibilityState) => {
    tab.visibilityState = state
    tab.dispatchEvent(new Event('visibilitychange'))
  }
  return Object.assign(tab, { hide: () => become('hidden'), show: () => become('visible') })
}

/** Changes that are told until they fall silent. */
function fakeChanges() {
  let isOn = true
  let listener = () => {}
  const onChange = (next: () => void) => {
    listener = next
    return () => undefined
  }
  return { changes: { isOn: { get: () => isOn }, onChange }, tell: () => listener(), fall: () => (isOn = false) }
}

describe('the account', () => {
  it('is reloaded every 8 s while the tab is visible [SESS-8]', async () => {
    const tab = fakeTab()
    const { session, network } = await signedIn({ '/api/account': [account(60), account(59)] })
    const stop = refreshAccount(session, tab)

    await vi.advanceTimersByTimeAsync(7999)
    expect(network.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(network.requests).toHaveLength(2)
    expect(session.getState().user).toMatchObject({ minutesRemain: 59 })
    tab.hide()
    await vi.advanceTimersByTimeAsync(16_000)
    expect(network.requests).toHaveLength(2)
    stop()
    tab.show()
    await vi.advanceTimersByTimeAsync(16_000)

    expect(network.requests).toHaveLength(2)
  })

  it('is reloaded at once in a tab shown again after a missed reload, then every 8 s [SESS-8]', async () => {
    const tab = fakeTab()
    const { session, network } = await signedIn({ '/api/account': account(60) })
    const stop = refreshAccount(session, tab)

    await vi.advanceTimersByTimeAsync(1000)
    tab.hide()
    await vi.advanceTimersByTimeAsync(6000)
    tab.show()
    expect(network.requests).toHaveLength(1)
    tab.hide()
    await vi.advanceTimersByTimeAsync(4000)
    expect(network.requests).toHaveLength(1)
    tab.show()
    await vi.advanceTimersByTimeAsync(0)
    expect(network.requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(7999)
    expect(network.requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)

    expect(network.requests).toHaveLength(3)
    stop()
  })

  it('is reloaded when a change is told, and else once a minute', async () => {
    const { session, network } = await signedIn({ '/api/account': account(60) })
    const { changes, tell } = fakeChanges()
    const stop = refreshAccount(session, fakeTab(), changes)

    await vi.advanceTimersByTimeAsync(56_000)
    expect(network.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(8000)
    expect(network.requests).toHaveLength(2)
    tell()
    await vi.advanceTimersByTimeAsync(0)

    expect(network.requests).toHaveLength(3)
    stop()
  })

  it('is reloaded every 8 s again when changes are no longer told [SESS-8]', async () => {
    const { session, network } = await signedIn({ '/api/account': account(60) })
    const { changes, fall } = fakeChanges()
    const stop = refreshAccount(session, fakeTab(), changes)

    await vi.advanceTimersByTimeAsync(24_000)
    expect(network.requests).toHaveLength(1)
    fall()
    await vi.advanceTimersByTimeAsync(8000)
    expect(network.requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(8000)

    expect(network.requests).toHaveLength(3)
    stop()
  })

  it('is reloaded once, when the tab is shown, after changes told to a hidden tab [SESS-8]', async () => {
    const tab = fakeTab()
    const { session, network } = await signedIn({ '/api/account': account(60) })
    const { changes, tell } = fakeChanges()
    const stop = refreshAccount(session, tab, changes)

    tab.hide()
    tell()
    tell()
    await vi.advanceTimersByTimeAsync(64_000)
    expect(network.requests).toHaveLength(1)
    tab.show()
    await vi.advanceTimersByTimeAsync(0)

    expect(network.requests).toHaveLength(2)
    stop()
  })

  it('logs out when its reload is refused, and stops [SESS-8]', async () => {
    const answers = { '/api/account': [account(60), REFUSED], '/api/account/update-token': REFUSED }
    const { session, storage, network } = await signedIn(answers)
    const stop = refreshAccount(session, fakeTab())

    await vi.advanceTimersByTimeAsync(8000)
    expect(session.getState()).toEqual({ status: 'not-authorized', user: null })
    expect(storage.all()).toEqual({})
    const asked = network.requests.length
    await vi.advanceTimersByTimeAsync(16_000)

    expect(network.requests).toHaveLength(asked)
    stop()
  })

  it('survives a failed reload, and notifies nobody without changes [SESS-8]', async () => {
    const { session } = await signedIn({ '/api/account': [account(60), account(60), { status: 503 }] })
    const listener = vi.fn<() => void>()
    session.subscribe(listener)
    const stop = refreshAccount(session, fakeTab())

    await vi.advanceTimersByTimeAsync(16_000)

    expect(session.getState()).toMatchObject({ status: 'authorized', user: { minutesRemain: 60 } })
    expect(listener).not.toHaveBeenCalled()
    stop()
  })
})
