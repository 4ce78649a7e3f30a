import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'

import { type Addresses, areOver, toAddresses } from './addresses.ts'
import { Player } from './player.ts'
import { silence } from './test-file.tsx'

const SECONDS = 60
/** How far ahead of itself a recording is loaded in these tests. */
const LOADED_AHEAD = 3

const opened: Player[] = []
afterEach(() => {
  for (const player of opened.splice(0)) player.destroy()
})

/** Addresses that work for so many seconds from now. */
function addressesFor(seconds: number): Addresses {
  const media = { fileSrc: silence(SECONDS), playbackSrc: null, srcSeconds: seconds }
  const addresses = toAddresses(media, performance.now())
  if (!addresses) throw new Error('A recording has an address')
  return addresses
}

/** A real element that holds only a little of a long recording, as over a network. */
function createMedia(): HTMLMediaElement {
  const media = new Audio()
  const buffered = () => ({ length: 1, start: () => 0, end: () => media.currentTime + LOADED_AHEAD })
  Object.defineProperty(media, 'buffered', { get: buffered })
  return media
}

async function open(lifeSeconds: number, renewals: (Addresses | null)[]) {
  // A press, without which the browser lets nobody make a sound.
  await userEvent.click(document.body)
  const renew = vi.fn<() => Promise<Addresses | null>>(async () => renewals.shift() ?? null)
  const addresses = addressesFor(lifeSeconds)
  const player = new Player({ createMedia, addresses, durationSeconds: SECONDS, rate: 1, renew })
  opened.push(player)
  return { player, renew, addresses }
}

describe('the player', () => {
  it('tells the text the time every 50 ms [FILE-7]', async () => {
    const { player } = await open(300, [])
    const ticks: number[] = []
    player.play()
    await vi.waitFor(() => expect(player.getState().isPlaying).toBe(true))

    player.onTime(() => ticks.push(performance.now()))
    await vi.waitFor(() => expect(ticks.length).toBeGreaterThan(20), { timeout: 5000 })

    const pauses = ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0))
    expect(pauses.toSorted((a, b) => a - b)[pauses.length >> 1]).toBeLessThanOrEqual(60)
  })

  it('goes over to a new address before the old one ends, and nobody hears it', async () => {
    const { player, renew } = await open(2, [addressesFor(300)])
    const first = player.getState().media
    const heard: { at: number; wall: number }[] = []
    const jumps: number[] = []
    const stops: boolean[] = []
    player.play()
    await vi.waitFor(() => expect(player.seconds).toBeGreaterThan(0.2))

    player.onTime((at) => heard.push({ at, wall: performance.now() / 1000 }))
    player.subscribe(() => {
      const { media, isPlaying } = player.getState()
      stops.push(!isPlaying)
      // Both play at this moment: the first one is silenced after its listeners know the second.
      if (media !== first && !first.paused) jumps.push(Math.abs(media.currentTime - first.currentTime))
    })
    await vi.waitFor(() => expect(player.getState().media).not.toBe(first), { timeout: 10_000 })
    const taken = player.seconds
    await vi.waitFor(() => expect(player.seconds).toBeGreaterThan(taken + 1), { timeout: 5000 })

    expect(renew).toHaveBeenCalledOnce()
    expect(stops).not.toContain(true)
    expect(first.paused).toBe(true)
    expect(jumps[0]).toBeLessThan(0.5)
    const steps = heard.slice(1).map(({ at, wall }, index) => {
      const before = heard[index] ?? { at, wall }
      return { by: at - before.at, over: at - before.at - (wall - before.wall) }
    })
    expect(Math.min(...steps.map(({ by }) => by))).toBeGreaterThan(-0.5)
    expect(Math.max(...steps.map(({ over }) => over))).toBeLessThan(0.5)
  })

  it('plays on with what it has when the second element cannot take over', async () => {
    const broken = { ...addressesFor(300), src: '/gone.wav' }
    const { player, renew } = await open(2, [broken])
    const first = player.getState().media
    player.play()

    await vi.waitFor(() => expect(renew).toHaveBeenCalledOnce(), { timeout: 5000 })
    const asked = player.seconds
    await vi.waitFor(() => expect(player.seconds).toBeGreaterThan(asked + 2), { timeout: 8000 })

    expect(player.getState()).toMatchObject({ media: first, isPlaying: true, isBroken: false })
  })

  it('asks for a new address before it seeks to what is not loaded, and is there at once for the eye', async () => {
    const { player, renew, addresses } = await open(1.5, [addressesFor(300)])
    await vi.waitFor(() => expect(player.getState().media.readyState).toBeGreaterThan(0))
    await vi.waitFor(() => expect(areOver(addresses, performance.now())).toBe(true), { timeout: 3000 })

    player.seek(50)

    expect(renew).toHaveBeenCalledOnce()
    expect(player.seconds).toBe(50)
    await vi.waitFor(() => expect(player.getState().media.currentTime).toBe(50))
  })

  it('does not begin to play when somebody pauses it while a new address is on its way', async () => {
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
