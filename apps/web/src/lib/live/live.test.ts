import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createLive, type LiveDeps } from './live.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Callbacks = Parameters<LiveDeps['read']>[0]

/** Tabs of one browser: one lock, one channel, and streams that the test writes and ends. */
function browser() {
  const opened: (Callbacks & { end: () => void; fail: () => void })[] = []
  const listeners = new Set<(event: MessageEvent) => void>()
  let isHeld = false
  const waiting: (() => void)[] = []
  const tab = () => {
    const own = new Set<unknown>()
    return createLive({
      read: (callbacks) =>
        new Promise((resolve, reject) => {
          opened.push({ ...callbacks, end: resolve, fail: () => reject(new Error('broken')) })
          callbacks.signal.addEventListener('abort', () => reject(new Error('aborted')))
        }),
      asOnlyTab: async (_signal, work) => {
        if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve))
        isHeld = true
        await work()
        isHeld = false
        waiting.shift()?.()
      },
      channel: {
        postMessage: (data: unknown) => {
          for (const listener of listeners) if (!own.has(listener)) listener({ data } as MessageEvent)
        },
        addEventListener: (_: string, listener: unknown) => {
          own.add(listener)
          listeners.add(listener as (event: MessageEvent) => void)
        },
        removeEventListener: (_: string, listener: unknown) =>
          void listeners.delete(listener as (event: MessageEvent) => void),
      } as LiveDeps['channel'],
    })
  }
  return { tab, opened }
}

describe('live updates', () => {
  it('reach all tabs of a browser by one stream', async () => {
    const { tab, opened } = browser()
    const tabs = [tab(), tab()]
    const changed = tabs.map(() => vi.fn<() => void>())
    tabs.forEach((one, index) => one.onChange(changed[index] ?? (() => undefined)))
    for (const one of tabs) one.start()

    expect(opened).toHaveLength(1)
    opened[0]?.onAlive()
    expect(tabs.map(({ isOn }) => isOn.get())).toEqual([true, true])
    opened[0]?.onVersion(8)

    expect(changed.map((one) => one.mock.calls.length)).toEqual([1, 1])
  })

  it('pass to the next tab when the one with the stream is closed, from the version it had', async () => {
    const { tab, opened } = browser()
    const [first, second] = [tab(), tab()]
    const close = first.start()
    second.start()
    opened[0]?.onVersion(8)
    close()
    await vi.advanceTimersByTimeAsync(0)

    expect(opened).toHaveLength(2)
    expect(opened[1]?.known).toBe(8)
  })

  it('begin again after the end of a stream, within a second', async () => {
    const { tab, opened } = browser()
    const one = tab()
    one.start()
    opened[0]?.onAlive()
    opened[0]?.end()
    await vi.advanceTimersByTimeAsync(1000)

    expect(opened).toHaveLength(2)
    expect(one.isOn.get()).toBe(true)
  })

  it('leave it to polls for five minutes after two failures within a minute', async () => {
    const { tab, opened } = browser()
    const one = tab()
    one.start()
    opened[0]?.onAlive()
    opened[0]?.fail()
    await vi.advanceTimersByTimeAsync(2000)
    expect(opened).toHaveLength(2)
    expect(one.isOn.get()).toBe(false)
    opened[1]?.fail()
    await vi.advanceTimersByTimeAsync(299_000)
    expect(opened).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1000)

    expect(opened).toHaveLength(3)
  })

  it('are not relied on by a tab that hears nothing for 45 s', async () => {
    const { tab, opened } = browser()
    const [leader, follower] = [tab(), tab()]
    leader.start()
    follower.start()
    opened[0]?.onAlive()
    await vi.advanceTimersByTimeAsync(45_000)

    expect(follower.isOn.get()).toBe(false)
  })
})
