import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Fetch } from '#lib/http/send.ts'

import { readStream } from './stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server whose stream the test writes; its request ends with the signal, as fetch does. */
function streaming() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const requests: RequestInit[] = []
  const fetch: Fetch = async (_url, init) => {
    requests.push(init)
    const body = new ReadableStream<Uint8Array>({
      start: (started) => {
        controller = started
        init.signal?.addEventListener('abort', () => started.error(init.signal?.reason))
      },
    })
    return new Response(body)
  }
  const write = async (text: string) => {
    controller?.enqueue(new TextEncoder().encode(text))
    await vi.advanceTimersByTimeAsync(0)
  }
  return { fetch, requests, write, end: () => controller?.close() }
}

function reading(fetch: Fetch, known?: number) {
  const versions: number[] = []
  const onAlive = vi.fn<() => void>()
  const signal = new AbortController().signal
  const done = readStream({ fetch, token: 't', known, signal, onAlive, onVersion: (version) => versions.push(version) })
  const outcome = done.then(() => 'ended', (error: unknown) => String(error)) // prettier-ignore
  return { versions, onAlive, outcome }
}

describe('a stream of events', () => {
  it('tells each version, also of an event that arrives in pieces, and ends with the stream', async () => {
    const server = streaming()
    const { versions, onAlive, outcome } = reading(server.fetch, 4)
    await vi.advanceTimersByTimeAsync(0)
    await server.write(': open\n\n')
    await server.write('id: 5\ndata: {"ver')
    await server.write('sion":5}\n\nid: 1')
    await server.write('2\ndata: {"version":12}\n\n')
    server.end()

    expect(await outcome).toBe('ended')
    expect(versions).toEqual([5, 12])
    expect(onAlive).toHaveBeenCalledTimes(4)
    expect(server.requests[0]?.headers).toMatchObject({ authorization: 'Bearer t', 'last-event-id': '4' })
  })

  it('fails without a byte in 10 s: a proxy holds it back', async () => {
    const { outcome } = reading(streaming().fetch)
    await vi.advanceTimersByTimeAsync(10_000)

    expect(await outcome).toContain('silent')
  })

  it('fails after 30 s of silence', async () => {
    const server = streaming()
    const { outcome } = reading(server.fetch)
    await vi.advanceTimersByTimeAsync(0)
    await server.write(': open\n\n')
    await vi.advanceTimersByTimeAsync(29_000)
    await server.write(':\n\n')
    await vi.advanceTimersByTimeAsync(30_000)

    expect(await outcome).toContain('silent')
  })

  it('fails if it is refused', async () => {
    const { outcome } = reading(async () => new Response(null, { status: 503 }))

    expect(await outcome).toContain('503')
  })
})
