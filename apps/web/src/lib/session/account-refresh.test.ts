import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { refreshAccount } from './account-refresh.ts'
import { createSession } from './session.ts'
import { fakeNetwork, memoryStorage, tokenEndingIn } from './test-tokens.ts'

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

describe('the account', () => {
  it('is loaded again every 8 s while the tab is seen [SESS-8]', async () => {
    let isSeen = true
    const { session, network } = await signedIn({ '/api/account': [account(60), account(59)] })
    const stop = refreshAccount(session, () => isSeen)

    await vi.advanceTimersByTimeAsync(7999)
    expect(network.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(network.requests).toHaveLength(2)
    expect(session.getState().user).toMatchObject({ minutesRemain: 59 })
    isSeen = false
    await vi.advanceTimersByTimeAsync(16_000)
    expect(network.requests).toHaveLength(2)
    isSeen = true
    stop()
    await vi.advanceTimersByTimeAsync(16_000)

    expect(network.requests).toHaveLength(2)
  })

  it('logs out when its refresh is refused, and then asks no more [SESS-8]', async () => {
    const answers = { '/api/account': [account(60), REFUSED], '/api/account/update-token': REFUSED }
    const { session, storage, network } = await signedIn(answers)
    const stop = refreshAccount(session, () => true)

    await vi.advanceTimersByTimeAsync(8000)
    expect(session.getState()).toEqual({ status: 'not-authorized', user: null })
    expect(storage.all()).toEqual({})
    const asked = network.requests.length
    await vi.advanceTimersByTimeAsync(16_000)

    expect(network.requests).toHaveLength(asked)
    stop()
  })

  it('is left as it was by a failure, and tells nobody when there is no news [SESS-8]', async () => {
    const { session } = await signedIn({ '/api/account': [account(60), account(60), { status: 503 }] })
    const listener = vi.fn<() => void>()
    session.subscribe(listener)
    const stop = refreshAccount(session, () => true)

    await vi.advanceTimersByTimeAsync(16_000)

    expect(session.getState()).toMatchObject({ status: 'authorized', user: { minutesRemain: 60 } })
    expect(listener).not.toHaveBeenCalled()
    stop()
  })
})
