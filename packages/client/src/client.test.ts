import { describe, expect, it } from 'vitest'

import { type Client, createClient, DoslovnoError } from './index.ts'

type Seen = { method: string; url: string; headers: Headers; body: unknown }
type Canned = { status?: number; body?: unknown; headers?: Record<string, string> } | 'lost'

const ID = '00000000-0000-4000-8000-000000000001'

/** A client of a service that gives these replies, in this order, the last one for ever. */
function clientOf(...replies: Canned[]): { client: Client; seen: Seen[] } {
  const seen: Seen[] = []
  const fetch: typeof globalThis.fetch = async (url, { method = 'GET', headers, body } = {}) => {
    seen.push({ method, url: url instanceof Request ? url.url : url.toString(), headers: new Headers(headers), body })
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    if (!reply || reply === 'lost') throw new TypeError('fetch failed')
    const type = { 'content-type': 'application/json' }
    return new Response(JSON.stringify(reply.body ?? {}), { status: reply.status ?? 200, headers: { ...type, ...reply.headers } }) // prettier-ignore
  }
  return { client: createClient({ apiKey: 'dsl_test', baseUrl: 'http://service.test', fetch }), seen }
}

const failure = (code: string) => ({ error: 'Text', code, message: 'Text' })
const soon = { 'retry-after': '0.001' }

describe('a call', () => {
  it('puts its input where the API expects it', async () => {
    const { client, seen } = clientOf({})

    await client.listScripts({ page: 2, sort: '+fileName' })
    await client.renameScript({ id: ID, fileName: 'Interview' })
    await client.deleteScript({ id: ID })

    expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', 'http://service.test/api/scripts?page=2&sort=%2BfileName', undefined],
      ['PATCH', `http://service.test/api/scripts/${ID}/filename`, '{"fileName":"Interview"}'],
      ['DELETE', `http://service.test/api/scripts/${ID}`, undefined],
    ])
    expect(seen.map(({ headers }) => headers.get('authorization'))).toEqual(Array(3).fill('Bearer dsl_test'))
  })

  it('never leaves its path, whatever an id contains', async () => {
    const { client, seen } = clientOf({})

    await client.getScript({ id: '../account?x=1#' })

    expect(seen[0]?.url).toBe('http://service.test/api/scripts/..%2Faccount%3Fx%3D1%23')
  })

  it('reports a failure with everything a program may decide by', async () => {
    const fields = { url: { code: 'wrongFormat', message: 'Wrong' } }
    const { client } = clientOf({
      status: 400,
      body: { ...failure('invalidRequest'), fields },
      headers: { 'x-request-id': 'request-1' },
    })

    const error: unknown = await client.uploadByLink({ url: 'ftp://x' }).catch((reason: unknown) => reason)

    expect(error).toBeInstanceOf(DoslovnoError)
    expect(error).toMatchObject({
      status: 400,
      code: 'invalidRequest',
      message: 'Text',
      fields,
      requestId: 'request-1',
    })
  })

  it('reports a reply that is not of the API', async () => {
    const fetch = async () => new Response('<html>Bad gateway', { status: 502 })
    const client = createClient({ apiKey: 'dsl_test', baseUrl: 'http://service.test', fetch })

    await expect(client.getUsage()).rejects.toMatchObject({ status: 502, code: 'unexpected' })
  })
})

describe('a call that failed for a while', () => {
  it.each([
    { status: 429, body: failure('tooManyRequests'), headers: soon },
    { status: 503, body: failure('notAvailable'), headers: soon },
    'lost' as const,
  ])('is repeated, with the same idempotency key if it creates something', async (trouble) => {
    const { client, seen } = clientOf(trouble, { body: { processId: ID } })

    const reply = await client.processScript({ id: ID })

    expect(reply).toEqual({ processId: ID })
    const keys = seen.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toEqual([keys[0], keys[0]])
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('is not repeated if it might be done twice', async () => {
    const { client, seen } = clientOf({ status: 503, body: failure('notAvailable'), headers: soon })

    await expect(client.askScript({ id: ID, question: 'Why?' })).rejects.toMatchObject({ code: 'notAvailable' })
    expect(seen).toHaveLength(1)
  })

  it('is given up after the repeats, or at once if the service asks for a long pause', async () => {
    const busy = clientOf({ status: 503, body: failure('notAvailable'), headers: soon })
    const closed = clientOf({ status: 429, body: failure('tooManyRequests'), headers: { 'retry-after': '3600' } })

    await expect(busy.client.getUsage()).rejects.toMatchObject({ code: 'notAvailable' })
    await expect(closed.client.getUsage()).rejects.toMatchObject({ code: 'tooManyRequests', retryAfter: 3600 })
    expect([busy.seen.length, closed.seen.length]).toEqual([5, 1])
  })

  it('ends with the reason of the abort while it waits', async () => {
    const { client } = clientOf({ status: 503, body: failure('notAvailable'), headers: { 'retry-after': '30' } })
    const stop = new AbortController()

    const call = client.listScripts({}, { signal: stop.signal })
    stop.abort(new Error('Enough'))

    await expect(call).rejects.toThrow('Enough')
  })
})

describe('a list', () => {
  it('is read page after page to its end', async () => {
    const { client, seen } = clientOf(
      { body: { data: [{ id: 'a' }, { id: 'b' }], total: 3 } },
      { body: { data: [{ id: 'c' }], total: 3 } },
    )
    const ids: string[] = []

    for await (const { id } of client.iterate('listScripts', { pageSize: 2 })) ids.push(id)

    expect(ids).toEqual(['a', 'b', 'c'])
    expect(seen.map(({ url }) => new URL(url).search)).toEqual(['?pageSize=2&page=1', '?pageSize=2&page=2'])
  })
})

describe('waiting for a text', () => {
  it('ends with why there is none', async () => {
    const state = { stage: 'prepare', progress: 0, etaSeconds: null }
    const { client } = clientOf({ body: { ...state, status: 'error', error: 'No sound', errorCode: 'noAudioStream' } })

    await expect(client.waitFor(ID)).rejects.toMatchObject({ code: 'noAudioStream', message: 'No sound' })
  })

  it('does not wait for a file that nobody processes', async () => {
    const { client } = clientOf({ body: { status: 'uploaded', stage: 'prepare', progress: 0, etaSeconds: null } })

    await expect(client.waitFor(ID)).rejects.toMatchObject({ code: 'notStarted' })
  })
})
