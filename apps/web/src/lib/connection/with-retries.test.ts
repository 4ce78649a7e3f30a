import { describe, expect, it, vi } from 'vitest'

import { ApiError } from '#lib/http/api-error.ts'
import { StorageRefusal, UploadError } from '#lib/http/put-bytes.ts'
import { fakeConnection, instantConnection } from '#test/connection.ts'

import { type Cause, backoffMs, withRetries } from './with-retries.ts'

const lost = () => new UploadError('network')

/** Rejects with each failure in turn, then resolves. */
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

function persisting(work: (attempt: number) => Promise<string>, connection = instantConnection) {
  const causes: Cause[] = []
  const abort = new AbortController()
  const done = withRetries(work, { connection, signal: abort.signal, onLost: (cause) => causes.push(cause) })
  return { done, causes, abort }
}

describe('work over a bad connection', () => {
  it('is retried while only the connection is to blame', async () => {
    const { work, attempts } = failing(...Array.from({ length: 200 }, lost))
    const { done, causes } = persisting(work)

    expect(await done).toBe('done')
    expect(attempts).toHaveLength(201)
    expect(new Set(causes)).toEqual(new Set(['connection']))
  })

  it('backs off, up to half a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map(backoffMs)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  })

  it('waits for the network while offline instead of retrying', async () => {
    const connection = fakeConnection()
    connection.setOnline(false)
    const { work, attempts } = failing(lost())
    const { done } = persisting(work, connection)
    await vi.waitFor(() => expect(connection.isWaiting()).toBe(true))

    expect(connection.pauses).toEqual([30_000])
    connection.go()

    expect(await done).toBe('done')
    expect(attempts).toEqual([0, 1])
  })

  it.each([408, 429, 502, 503, 504])('retries after a passing %i of the server', async (status) => {
    const { work } = failing(...Array.from({ length: 20 }, () => new ApiError(status, null)))
    const { done, causes } = persisting(work)

    expect(await done).toBe('done')
    expect(causes[0]).toBe('server')
  })

  it.each([400, 402, 403, 404, 409, 413, 422])('treats an answer of our service as final: %i', async (status) => {
    const { work, attempts } = failing(new ApiError(status, null))

    await expect(persisting(work).done).rejects.toMatchObject({ status })
    expect(attempts).toHaveLength(1)
  })

  it.each([400, 403, 500])('retries an odd answer of the storage, such as an expired address: %i', async (status) => {
    const { work } = failing(new StorageRefusal(status, ''), new StorageRefusal(status, ''))

    expect(await persisting(work).done).toBe('done')
  })

  it('does not retry an odd answer for ever', async () => {
    const { work, attempts } = failing(...Array.from({ length: 10 }, () => new ApiError(500, null)))

    await expect(persisting(work).done).rejects.toMatchObject({ status: 500 })
    expect(attempts).toHaveLength(5)
  })

  it('ends at once when cancelled during a pause [UP-10]', async () => {
    const connection = fakeConnection()
    const { work } = failing(lost(), lost())
    const { done, abort } = persisting(work, connection)
    await vi.waitFor(() => expect(connection.isWaiting()).toBe(true))

    abort.abort()

    await expect(done).rejects.toThrow(/^Request was aborted$/)
  })
})
