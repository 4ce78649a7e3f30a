import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'

import { silence } from '#test/transcript.tsx'

import { type Addresses, areExpired, toAddresses } from './addresses.ts'
import { Player } from './player.ts'

const SECONDS = 60
/** Seconds buffered ahead in these tests. */
const LOADED_AHEAD = 3

const opened: Player[] = []
afterEach(() => {
  for (const player of opened.splice(0)) player.destroy()
})

/** Addresses that expire in this many seconds. */
function addressesFor(seconds: number): Addresses {
  const media = { fileSrc: silence(SECONDS), playbackSrc: null, srcSeconds: seconds }
  const addresses = toAddresses(media, performance.now())
  if (!addresses) throw new Error('A recording has an address')
  return addresses
}

/** A real media element that reports a small buffer, as over a network. */
function createMedia(): HTMLMediaElement {
  const media = new Audio()
  const buffered = () => ({ length: 1, start: () => 0, end: () => media.currentTime + LOADED_AHEAD })
  Object.defineProperty(media, 'buffered', { get: buffered })
  return media
}

/** How long the machine kept this page from running at worst: no player can be more exact than that. */
function measureStalls() {
  let [last, longest] = [performance.now(), 0]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 10)
  return {
    longestSeconds: () => {
      clearInterval(timer)
      return longest / 1000
    },
  }
}

async function open(lifeSeconds: number, renewals: (Addresses | null)[]) {
  // Autoplay rules require a user gesture.
  await userEvent.click(document.body)
  const renew = vi.fn<() => Promise<Addresses | null>>(async () => renewals.shift() ?? null)
  const addresses = addressesFor(lifeSeconds)
  const player = new Player({ createMedia, addresses, durationSeconds: SECONDS, rate: 1, renew })
  opened.push(player)
  return { player, renew, addresses }
}

describe('the player', () => {
  it('reports the time to the text every 50 ms [FILE-7]', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval')
    const { player } = await open(300, [])
    const ticks: number[] = []
    player.play()
    await vi.waitFor(() => expect(player.getState().isPlaying).toBe(true))

    player.onTime(() => ticks.push(performance.now()))
    // A timer of the test's own shows how often this machine can call back now.
    let due = 0
    const timer = setInterval(() => due++, 50)
    await vi.waitFor(() => expect(due).toBeGreaterThan(20))
    clearInterval(timer)

    expect(ticks.length).toBeGreaterThanOrEqual(due * 0.8)
    expect(timers.mock.calls[0]?.[1]).toBe(50)
  })

  it('switches to a new address before the old one expires, inaudibly', async () => {
    const { player, renew } = await open(2, [addressesFor(300)])
    const first = player.getState().media
    const heard: { at: number; wall: number }[] = []
    const jumps: number[] = []
    const stops: boolean[] = []
    const stall = measureStalls()
    player.play()
    await vi.waitFor(() => expect(player.seconds).toBeGreaterThan(0.2))

    player.onTime((at) => heard.push({ at, wall: performance.now() / 1000 }))
    player.subscribe(() => {
      const { media, isPlaying } = player.getState()
      stops.push(!isPlaying)
      // Both play at this moment: the first one is muted after the listeners switch.
      if (media !== first && !first.paused) jumps.push(Math.abs(media.currentTime - first.currentTime))
    })
    await vi.waitFor(() => expect(player.getState().media).not.toBe(first), { timeout: 10_000 })
    const taken = player.seconds
    await vi.waitFor(() => expect(player.seconds).toBeGreaterThan(taken + 1), { timeout: 5000 })

    expect(renew).toHaveBeenCalledOnce()
    expect(stops).not.toContain(true)
    expect(first.paused).toBe(true)
    const allowed = 0.5 + stall.longestSeconds()
    expect(jumps[0]).toBeLessThan(allowed)
    const steps = heard.slice(1).map(({ at, wall }, index) => {
      const before = heard[index] ?? { at, wall }
      return { by: at - before.at, over: at - before.at - (wall - before.wall) }
    })
    expect(Math.min(...steps.map(({ by }) => by))).toBeGreaterThan(-allowed)
    expect(Math.max(...steps.map(({ over }) => over))).toBeLessThan(allowed)
  })

  it('keeps playing from its buffer when the second element cannot take over', async () => {
    const broken = { ...addressesFor(300), src: '/gone.wav' }
    const { player, renew } = await open(2, [broken])
    const first = player.getState().media
    player.play()

    await vi.waitFor(() => expect(renew).toHaveBeenCalledOnce(), { timeout: 5000 })
    const asked = player.seconds
    await vi.waitFor(() => expect(player.seconds).toBeGreaterThan(asked + 2), { timeout: 8000 })

    expect(player.getState()).toMatchObject({ media: first, isPlaying: true, isBroken: false })
  })

  it('renews the address before it seeks outside the buffer, and shows the position at once', async () => {
    const { player, renew, addresses } = await open(1.5, [addressesFor(300)])
    await vi.waitFor(() => expect(player.getState().media.readyState).toBeGreaterThan(0))
    await vi.waitFor(() => expect(areExpired(addresses, performance.now())).toBe(true), { timeout: 3000 })

    player.seek(50)

    expect(renew).toHaveBeenCalledOnce()
    expect(player.seconds).toBe(50)
    await vi.waitFor(() => expect(player.getState().media.currentTime).toBe(50))
  })

  it('does not start playing if paused while a new address is loading', async () => {
    const waiting = Promise.withResolvers<Addresses | null>()
    const { player, renew } = await open(0, [])
    renew.mockImplementation(() => waiting.promise)
    await vi.waitFor(() => expect(player.getState().isBroken).toBe(true))

    player.play()
    expect(player.getState().isPlaying).toBe(true)
    player.pause()
    waiting.resolve(addressesFor(300))

    await vi.waitFor(() => expect(player.getState().media.readyState).toBeGreaterThan(0))
    expect(player.getState()).toMatchObject({ isPlaying: false, isBroken: false })
    expect(player.getState().media.paused).toBe(true)
  })
})
