import { beforeEach, describe, expect, it, vi } from 'vitest'

import { live } from '#lib/live/current.ts'
import { openAt } from '#test/app.tsx'
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
  await expect.element(balance).toBeVisible()
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

    vi.advanceTimersByTime(7900)
    expect(loads()).toBe(1)
    vi.advanceTimersByTime(100)
    await expect.poll(minutes).toContain('59')
    become('hidden')
    vi.advanceTimersByTime(16_000)
    expect(loads()).toBe(2)
    become('visible')

    await expect.poll(loads).toBe(3)
  })

  it('is not reloaded in a tab that was hidden for a moment [SESS-8]', async () => {
    const { loads } = await open([account(60)])

    become('hidden')
    vi.advanceTimersByTime(6000)
    become('visible')

    expect(loads()).toBe(1)
  })

  it('is reloaded when a change is told, and else once a minute [SESS-8]', async () => {
    const { minutes, loads } = await open([account(60), account(59)])

    tell(1)
    await expect.poll(minutes).toContain('59')
    const told = loads()
    vi.advanceTimersByTime(59_000)
    expect(loads()).toBe(told)
    vi.advanceTimersByTime(1000)

    await expect.poll(loads).toBe(told + 1)
  })

  it('is reloaded once, when the tab is shown, after changes told to a hidden tab [SESS-8]', async () => {
    const { minutes, loads } = await open([account(60), account(59)])

    become('hidden')
    tell(1)
    tell(2)
    await expect.poll(live.isOn.get).toBe(true)
    vi.advanceTimersByTime(8000)
    expect(loads()).toBe(1)
    become('visible')

    await expect.poll(minutes).toContain('59')
    expect(loads()).toBe(2)
  })

  it('survives a failed reload [SESS-8]', async () => {
    const { minutes, loads } = await open([account(60), { status: 400 }, account(59)])

    vi.advanceTimersByTime(8000)
    await expect.poll(loads).toBe(2)
    expect(minutes()).toContain('60')
    const nextSecond = () => {
      vi.advanceTimersByTime(1000)
      return minutes()
    }

    await expect.poll(nextSecond).toContain('59')
  })
})
