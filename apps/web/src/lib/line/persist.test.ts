import { describe, expect, it, vi } from 'vitest'

import { ApiError } from '#lib/http/api-error.ts'
import { StorageRefusal, UploadError } from '#lib/http/put-bytes.ts'

import { type Cause, pauseMs, persist } from './persist.ts'
import { fakeLine, impatientLine } from './test-line.ts'

const lost = () => new UploadError('network')

/** Fails as told, one failure after another, then answers. */
function failing(...failures: Error[]) {
  const attempts: number[] = []
  const work = async (attempt: number) => {
    attempts.push(attempt)
    const failure = failures.shift()
    if (failure) throw failure
    return 'done'
  }
  return { work, attempts }
}

function persisting(work: (attempt: number) => Promise<string>, line = impatientLine) {
  const causes: Cause[] = []
  const abort = new AbortController()
  const done = persist(work, { line, signal: abort.signal, onLost: (cause) => causes.push(cause) })
  return { done, causes, abort }
}

describe('work over a bad line', () => {
  it('is done again and again for as long as only the line is to blame', async () => {
    const { work, attempts } = failing(...Array.from({ length: 200 }, lost))
    const { done, causes } = persisting(work)

    expect(await done).toBe('done')
    expect(attempts).toHaveLength(201)
    expect(new Set(causes)).toEqual(new Set(['line']))
  })

  it('waits longer each time, up to half a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map(pauseMs)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  })

  it('does not knock at a door it knows to be shut: offline, it waits for the network', async () => {
    const line = fakeLine()
    line.setOnline(false)
    const { work, attempts } = failing(lost())
    const { done } = persisting(work, line)
    await vi.waitFor(() => expect(line.isWaiting()).toBe(true))

    expect(line.pauses).toEqual([30_000])
    line.go()

    expect(await done).toBe('done')
    expect(attempts).toEqual([0, 1])
  })

  it.each([408, 429, 502, 503, 504])('bears with a server that answers %i for a while', async (status) => {
    const { work } = failing(...Array.from({ length: 20 }, () => new ApiError(status, null)))
    const { done, causes } = persisting(work)

    expect(await done).toBe('done')
    expect(causes[0]).toBe('server')
  })

  it.each([400, 402, 403, 404, 409, 413, 422])('takes the word of our service for final: %i', async (status) => {
    const { work, attempts } = failing(new ApiError(status, null))

    await expect(persisting(work).done).rejects.toMatchObject({ status })
    expect(attempts).toHaveLength(1)
  })

  it.each([400, 403, 500])(
    'tries an odd answer of the storage again, an expired address among them: %i',
    async (status) => {
      const { work } = failing(new StorageRefusal(status, ''), new StorageRefusal(status, ''))

      expect(await persisting(work).done).toBe('done')
    },
  )

  it('does not try an odd answer for ever', async () => {
    const { work, attempts } = failing(...Array.from({ length: 10 }, () => new ApiError(500, null)))

    await expect(persisting(work).done).rejects.toMatchObject({ status: 500 })
    expect(attempts).toHaveLength(5)
  })

  it('ends at once when it is called off in a pause [UP-10]', async () => {
    const line = fakeLine()
    const { work } = failing(lost(), lost())
    const { done, abort } = persisting(work, line)
    await vi.waitFor(() => expect(line.isWaiting()).toBe(true))

    abort.abort()

    await expect(done).rejects.toThrow(/^Request was aborted$/)
  })
})
