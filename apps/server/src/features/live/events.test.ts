import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { createTestApp, type TestApp } from '#test/test-app.ts'

let test: TestApp
let url: string
beforeAll(async () => {
  test = await createTestApp()
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}/api/events`
})
afterAll(() => test.close())

type Listening = { versions: number[]; isEnded: () => boolean; close: () => void }

async function listen(authorization: string, last?: number, address = url): Promise<Listening> {
  const leaving = new AbortController()
  const headers = { authorization, ...(last !== undefined && { 'last-event-id': String(last) }) }
  const response = await fetch(address, { headers, signal: leaving.signal })
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const versions: number[] = []
  let isEnded = false
  const read = async () => {
    for await (const piece of response.body ?? [])
      for (const [, id] of Buffer.from(piece)
        .toString()
        .matchAll(/^id: (\d+)$/gm))
        versions.push(Number(id))
  }
  void read().then(() => (isEnded = true), () => undefined) // prettier-ignore
  return { versions, isEnded: () => isEnded, close: () => leaving.abort() }
}

async function change(userId: string): Promise<void> {
  await test.ctx.db
    .updateTable('users')
    .set({ surname: String(Math.random()) })
    .where('id', '=', userId)
    .execute()
}

it('a stream tells the version at its start and every change, to its user alone', async () => {
  const [anna, boris] = [await test.signIn(), await test.signIn()]
  const [hers, his] = [await listen(anna.authorization), await listen(boris.authorization)]
  await vi.waitFor(() => expect([hers.versions.length, his.versions.length]).toEqual([1, 1]))
  const [first = 0] = hers.versions

  await change(anna.userId ?? '')

  await vi.waitFor(() => expect(hers.versions).toEqual([first, first + 1]))
  expect(his.versions).toHaveLength(1)
  hers.close()
  his.close()
})

it('changes that follow closely are told as one, the last of them always', async () => {
  const anna = await test.signIn()
  const startedAt = performance.now()
  const stream = await listen(anna.authorization)
  await vi.waitFor(() => expect(stream.versions).toHaveLength(1))
  const [first = 0] = stream.versions

  for (let index = 0; index < 20; index++) await change(anna.userId ?? '')

  await vi.waitFor(() => expect(stream.versions.at(-1)).toBe(first + 20))
  expect(stream.versions.length).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 1000)
  stream.close()
})

it('a stream that continues after the last event repeats nothing', async () => {
  const anna = await test.signIn()
  const before = await listen(anna.authorization)
  await vi.waitFor(() => expect(before.versions).toHaveLength(1))
  before.close()
  const [known = 0] = before.versions

  const after = await listen(anna.authorization, known)
  await change(anna.userId ?? '')

  await vi.waitFor(() => expect(after.versions).toEqual([known + 1]))
  after.close()
})

it('a seventh stream of a user ends the oldest', async () => {
  const anna = await test.signIn()
  const streams: Listening[] = []
  for (let index = 0; index < 7; index++) streams.push(await listen(anna.authorization))

  await vi.waitFor(() => expect(streams.map(({ isEnded }) => isEnded())).toEqual([true, ...Array(6).fill(false)]))
  for (const { close } of streams) close()
})

it('a stream needs a session', async () => {
  expect((await fetch(url)).status).toBe(403)
})

it('a stream ends at the beat after its session', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const own = await createTestApp()
  await own.app.listen({ port: 0, host: '127.0.0.1' })
  const at = `http://127.0.0.1:${(own.app.server.address() as AddressInfo).port}/api/events`
  const [anna, boris] = [await own.signIn(), await own.signIn()]
  const [hers, his] = [
    await listen(anna.authorization, undefined, at),
    await listen(boris.authorization, undefined, at),
  ]

  await own.ctx.db
    .updateTable('sessions')
    .set({ revokedAt: own.ctx.now() })
    .where('userId', '=', anna.userId ?? '')
    .execute()
  // The answer of the sign-in counts for 20 s, so the first beat may still find it.
  vi.advanceTimersByTime(41_000)

  await vi.waitFor(() => expect([hers.isEnded(), his.isEnded()]).toEqual([true, false]))
  his.close()
  vi.useRealTimers()
  await own.close()
})
