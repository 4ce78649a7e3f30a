import { expect, it, vi } from 'vitest'

import { pause } from './pause.ts'

it('ends after its time', async () => {
  vi.useFakeTimers()
  const ended = vi.fn<() => void>()
  void pause(1000).then(ended)

  await vi.advanceTimersByTimeAsync(999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)

  expect(ended).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

it('ends as soon as its signal aborts, at once if it has', async () => {
  const aborting = new AbortController()
  const underWay = pause(3_600_000, aborting.signal)

  aborting.abort()
  const late = pause(3_600_000, aborting.signal)

  await expect(Promise.all([underWay, late])).resolves.toBeDefined()
})
