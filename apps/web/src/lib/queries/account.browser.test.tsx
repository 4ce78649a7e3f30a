import { beforeEach, describe, expect, it, vi } from 'vitest'

import { live } from '#lib/live/current.ts'
import { openAt } from '#test/app.tsx'
import { atRestUntil, changesAfter, staysFor } from '#test/fake-clock.ts'
import { type Answer, stubServer } from '#test/server.ts'
import { signIn } from '#test/session.ts'
import { userOf } from '#test/user.ts'

const account = (minutesRemain: number) => ({ status: 200, body: { user: userOf({ minutesRemain }), events: [] } })

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }))

async function open(answers: Answer[]) {
  signIn()
  const server = stubServer({ 'GET /api/account': answers, 'GET /api/events': 'wait' })
  const screen = await openAt('/legal/offer')
  const balance = screen.getByRole('contentinfo').getByRole('link', { name: /Free/ })
  await atRestUntil(() => balance.elements().length === 1)
  return {
    minutes: () => balance.element().textContent,
    loads: () => server.calls().filter((call) => call === 'GET /api/account').length,
  }
}

function become(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

/** Another tab of this browser has the stream of changes. */
function tell(version: number) {
  const channel = new BroadcastChannel('doslovno.live')
  channel.postMessage({ version, isOn: true })
  channel.close()
}

describe('the account', () => {
  it('is reloaded every 8 s while the tab is visible, and at once when it is shown again [SESS-8]', async () => {
    const { minutes, loads } = await open([account(60), account(59)])

    await changesAfter(8000, loads)
    await atRestUntil(() => minutes()?.includes('59') === true)
    become('hidden')
    await staysFor(16_000, loads)
    become('visible')

    await atRestUntil(() => loads() > 2)
    expect(loads()).toBe(3)
  })

  it('is not reloaded in a tab that was hidden for a moment [SESS-8]', async () => {
    const { loads } = await open([account(60)])

    become('hidden')
    await staysFor(6000, loads)
    become('visible')

    await staysFor(0, loads)
    expect(loads()).toBe(1)
  })

  it('is reloaded when a change is told, and else once a minute [SESS-8]', async () => {
    const { minutes, loads } = await open([account(60), account(59)])

    tell(1)
    await atRestUntil(() => minutes()?.includes('59') === true)

    const told = loads()
    expect(await changesAfter(60_000, loads)).toBe(told + 1)
  })

  it('is reloaded once, when the tab is shown, after changes told to a hidden tab [SESS-8]', async () => {
    const { minutes, loads } = await open([account(60), account(59)])

    become('hidden')
    tell(1)
    tell(2)
    await atRestUntil(live.isOn.get)
    await staysFor(8000, loads)
    expect(loads()).toBe(1)
    become('visible')

    await atRestUntil(() => minutes()?.includes('59') === true)
    expect(loads()).toBe(2)
  })

  it('survives a failed reload [SESS-8]', async () => {
    const { minutes, loads } = await open([account(60), { status: 400 }, account(59)])

    await changesAfter(8000, loads)
    expect(minutes()).toContain('60')
    const nextSecond = () => {
      vi.advanceTimersByTime(1000)
      return minutes()
    }

    await expect.poll(nextSecond).toContain('59')
  })
})
