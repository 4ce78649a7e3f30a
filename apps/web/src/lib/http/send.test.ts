import { login } from '@doslovno/contract/account/sessions.ts'
import { getScript, listScripts } from '@doslovno/contract/scripts.ts'
import { describe, expect, it } from 'vitest'

import { ApiError, errorBodyOf } from './api-error.ts'
import { type Fetch, forgetReplies, parseInParts, send } from './send.ts'

type Sent = { url: string; init: RequestInit }

function answering(status: number, body: string) {
  const sent: Sent[] = []
  const fetch: Fetch = async (url, init) => {
    sent.push({ url, init })
    return new Response(body, { status })
  }
  return { fetch, sent }
}

describe('a call', () => {
  it('fills in the path and carries the token', async () => {
    const { fetch, sent } = answering(200, '{}')

    await send(fetch, getScript, { params: { id: 'a/b' } }, { token: 't' })

    expect(sent[0]?.url).toBe('/api/scripts/a%2Fb')
    expect(sent[0]?.init).toMatchObject({ method: 'GET', headers: { authorization: 'Bearer t' } })
  })

  it('puts the query into the address without undefined values', async () => {
    const { fetch, sent } = answering(200, '{}')

    await send(fetch, listScripts, { query: { page: 2, pageSize: undefined } })

    expect(sent[0]?.url).toBe('/api/scripts?page=2')
  })

  it('sends the tag of the last reply, and returns that reply if nothing has changed', async () => {
    const answers = [
      new Response('{"total":1}', { headers: { etag: 'W/"1"' } }),
      new Response(null, { status: 304 }),
      new Response('{"total":2}'),
    ]
    const sent: RequestInit[] = []
    const fetch: Fetch = async (_url, init) => {
      sent.push(init)
      return answers.shift() ?? Response.error()
    }
    const list = () => send(fetch, listScripts, { query: { page: 7 } })

    const [first, second] = [await list(), await list()]
    forgetReplies()
    const third = await list()

    expect(second).toBe(first)
    expect(third).toEqual({ total: 2 })
    expect(sent.map(({ headers }) => (headers as Record<string, string>)['if-none-match'])).toEqual([
      undefined,
      'W/"1"',
      undefined,
    ])
  })

  it('sends and reads JSON', async () => {
    const { fetch, sent } = answering(200, '{"accessToken":"a"}')

    const reply = await send(fetch, login, { body: { email: 'e', password: 'p' } })

    expect(reply).toEqual({ accessToken: 'a' })
    expect(sent[0]?.init).toMatchObject({
      headers: { 'content-type': 'application/json' },
      body: '{"email":"e","password":"p"}',
    })
  })

  it('tells the time zone of the browser when it may sign in, and else never', async () => {
    const { fetch, sent } = answering(200, '{}')

    await send(fetch, login, { body: { email: 'e', password: 'p' } })
    await send(fetch, listScripts, { query: {} }, { token: 't' })
    await send(fetch, listScripts, { query: {} })

    const zones = sent.map(({ init }) => (init.headers as Record<string, string>)['time-zone'])
    expect(zones).toEqual([Intl.DateTimeFormat().resolvedOptions().timeZone, undefined, undefined])
  })

  it.each([400, 403, 404, 422, 500, 503])(
    'fails on status %i with the body and the status [SESS-9]',
    async (status) => {
      const body = { error: 'Not found', code: 'notFound', message: 'Not found' }
      const { fetch } = answering(status, JSON.stringify(body))

      const error: unknown = await send(fetch, listScripts, { query: {} }).catch((thrown: unknown) => thrown)

      expect(error).toBeInstanceOf(ApiError)
      expect(error).toMatchObject({ status, body, message: 'Not found' })
      expect(errorBodyOf(error)).toEqual(body)
    },
  )

  it('carries a body that is not JSON [SESS-9]', async () => {
    const { fetch } = answering(502, '<html>Bad gateway</html>')

    const error: unknown = await send(fetch, listScripts, { query: {} }).catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ status: 502, body: '<html>Bad gateway</html>' })
    expect(errorBodyOf(error)).toBeUndefined()
  })

  it('fails with status 0 without an answer', async () => {
    const fetch: Fetch = () => Promise.reject(new TypeError('Failed to fetch'))

    await expect(send(fetch, listScripts, { query: {} })).rejects.toMatchObject({ name: 'ApiError', status: 0 })
  })
})

const items = Array.from({ length: 50 }, (_, index) => ({ text: `«[,\n]}» ${index}`, words: [{ start: index }] }))
const page = { id: '1', speakerNames: [{ name: 'Анна\n' }], peaks: [1, 2] }
const lines = (all: readonly object[]) => all.map((item) => JSON.stringify(item)).join(',\n')
const textOf = (all: readonly object[]) => `${JSON.stringify(page).slice(0, -1)},"script":[\n${lines(all)}\n]}`

describe('a long reply', () => {
  it.each([1, 10, 100, 1000])('parsed in parts of %i characters is the same as parsed at once', async (partChars) => {
    const text = textOf(items)

    expect(await parseInParts(text, partChars)).toEqual(JSON.parse(text))
  })

  it('may have an empty list', async () => {
    expect(await parseInParts(textOf([]), 1)).toEqual({ ...page, script: [] })
  })

  it('lets other tasks run between its parts', async () => {
    let isParsed = false
    const parsing = parseInParts(textOf(items), 10).then(() => (isParsed = true))

    await new Promise((resolve) => setImmediate(resolve))

    expect(isParsed).toBe(false)
    await parsing
  })

  it('is left to others if it has another form', async () => {
    expect(await parseInParts(JSON.stringify({ ...page, script: items }), 1)).toBeUndefined()
    expect(await parseInParts('<html>', 1)).toBeUndefined()
  })
})
