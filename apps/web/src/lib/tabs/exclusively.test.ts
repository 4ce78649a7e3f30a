import { afterEach, describe, expect, it, vi } from 'vitest'

import { exclusivelyAfterStorage } from './exclusively.ts'

const LOCK = 'renewal'

/** Web Locks with one lock, as another tab sees them: `holder` is the work of that tab. */
function otherTabHolds(holder: Promise<void> | undefined) {
  const request = async (_: string, options: unknown, work = options as (held: object | null) => unknown) => {
    if (holder && typeof options === 'object') return work(null)
    await holder
    return work({})
  }
  vi.stubGlobal('navigator', { locks: { request } })
  vi.stubGlobal('window', new EventTarget())
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('work under a lock that reads what other tabs stored', () => {
  it('starts at once if no other tab holds the lock', async () => {
    otherTabHolds(undefined)

    expect(await exclusivelyAfterStorage(LOCK, async () => 'done')).toBe('done')
  })

  it('waits for the values that the other tab stored, which may arrive after its lock [SESS-10]', async () => {
    vi.useFakeTimers()
    otherTabHolds(Promise.resolve())
    let stored = 'old'

    const read = exclusivelyAfterStorage(LOCK, async () => stored)
    await vi.advanceTimersByTimeAsync(10)
    stored = 'new'
    window.dispatchEvent(new Event('storage'))

    expect(await read).toBe('new')
  })

  it('starts after a second if the other tab stored nothing', async () => {
    vi.useFakeTimers()
    otherTabHolds(Promise.resolve())
    const work = vi.fn<() => Promise<string>>(async () => 'done')

    const running = exclusivelyAfterStorage(LOCK, work)
    await vi.advanceTimersByTimeAsync(999)
    expect(work).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)

    expect(await running).toBe('done')
  })
})
