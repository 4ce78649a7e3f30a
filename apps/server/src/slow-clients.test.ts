import { once } from 'node:events'
import { connect, type Server, type Socket } from 'node:net'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { buildApp } from '#app.ts'
import { multipartFile } from '#test/recordings/multipart.ts'
import { toWav } from '#test/recordings/recordings.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

const LIMITS = { requestMs: 500, idleMs: 60_000, checkMs: 50 }
const LONG_BODY = 900_000

let test: TestApp
let owner: Caller
let patient: Listener
let strict: Listener

beforeAll(async () => {
  test = await createTestApp()
  owner = await test.signIn()
  patient = await listen(test, LIMITS)
  strict = await listen(test, { ...LIMITS, idleMs: 500 })
})
afterAll(async () => {
  await patient.close()
  await strict.close()
  await test.close()
})

type Listener = { port: number; close(): Promise<void> }

async function listen({ ctx }: TestApp, timeouts: typeof LIMITS): Promise<Listener> {
  const app = await buildApp(ctx, timeouts)
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  return { port, close: () => app.close() }
}

/** A connection that has sent the head of a POST and the first bytes of its body. */
async function begin(port: number, path: string, headers: Record<string, string | number>, first: string | Buffer) {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => (received += text))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const head = Object.entries({ host: 'test', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('')}\r\n`)
  socket.write(first)
  return { socket, received: () => received }
}

const json = { 'content-type': 'application/json', 'content-length': LONG_BODY }
const beginLogin = (port: number) => begin(port, '/api/account/login', { ...json, 'content-length': 1000 }, '{"email":')
const closed = (socket: Socket) => vi.waitFor(() => expect(socket.destroyed).toBe(true))

function beginUpload(port: number) {
  const { headers, payload } = multipartFile(toWav(Buffer.alloc(60_000)), 'slow.wav', 'audio/wav')
  const head = { ...headers, 'content-length': payload.length, authorization: owner.authorization }
  return begin(port, '/api/scripts/upload', head, payload.subarray(0, 1000)).then((upload) => ({ ...upload, payload }))
}

describe('a body that has not arrived', () => {
  it('is not waited for before a stranger is refused', async () => {
    const { socket, received } = await begin(patient.port, '/api/uploads', json, '{"fileName":')

    await vi.waitFor(() => expect(received()).toMatch(/^HTTP\/1\.1 403 /))

    socket.destroy()
  })

  it('is not waited for before a rate limit refuses the call', async () => {
    const limited = await createTestApp({ rateLimits: { redisUrl: undefined, factor: 0.001 } })
    const server = await listen(limited, LIMITS)
    await fetch(`http://127.0.0.1:${server.port}/api/account/tariffs`)

    const { socket, received } = await beginLogin(server.port)

    await vi.waitFor(() => expect(received()).toMatch(/^HTTP\/1\.1 429 /))
    socket.destroy()
    await server.close()
    await limited.close()
  })

  it('is refused by its length if the caller is a stranger and it is longer than any form', async () => {
    const { socket, received } = await begin(patient.port, '/api/account/login', json, '{"email":')

    await vi.waitFor(() => expect(received()).toMatch(/^HTTP\/1\.1 413 /))

    socket.destroy()
  })
})

describe('a slow request', () => {
  it('is answered 408 and closed when its time is up', async () => {
    const logins = await Promise.all(Array.from({ length: 20 }, () => beginLogin(patient.port)))

    for (const { socket } of logins) await closed(socket)

    expect(new Set(logins.map(({ received }) => received().split('\r\n')[0]))).toEqual(
      new Set(['HTTP/1.1 408 Request Timeout']),
    )
  })

  it('goes on if it is an upload whose bytes keep coming', async () => {
    const { socket, received, payload } = await beginUpload(patient.port)
    for (let from = 1000; from < 4000; from += 1000) {
      // Each of these lives until its time is up, so the upload outlives that time again and again.
      await closed((await beginLogin(patient.port)).socket)
      socket.write(payload.subarray(from, from + 1000))
    }
    socket.write(payload.subarray(4000))

    await vi.waitFor(() => expect(received()).toMatch(/^HTTP\/1\.1 200 /))

    socket.destroy()
  })

  it('is closed if it is an upload whose bytes stopped coming, and leaves no upload behind', async () => {
    const { socket } = await beginUpload(strict.port)

    await closed(socket)

    await vi.waitFor(async () => {
      const open = test.ctx.db.selectFrom('uploads').select('id').where('state', '=', 'open')
      expect(await open.execute()).toEqual([])
    })
  })
})

describe('the server', () => {
  it('accepts no more connections than configured', async () => {
    const small = await createTestApp({ api: { ...test.config.api, maxConnections: 3 } })
    const server = await listen(small, { ...LIMITS, requestMs: 60_000 })
    const logins = await Promise.all(Array.from({ length: 3 }, () => beginLogin(server.port)))

    const { socket: fourth } = await beginLogin(server.port)

    await closed(fourth)
    expect(logins.map(({ socket }) => socket.destroyed)).toEqual([false, false, false])
    for (const { socket } of logins) socket.destroy()
    await server.close()
    await small.close()
  })

  it('answers 503 with the time to wait while it shuts down', async () => {
    const app = await buildApp(test.ctx)
    const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
    const { socket, received } = await begin(port, '/api/account/logout', { ...json, 'content-length': 20 }, '{')
    // Fastify closes connections without a request at once.
    await vi.waitFor(async () => expect(await connectionsOf(app.server)).toBe(1))

    const closing = app.close()
    await vi.waitFor(() => expect(app.server.listening).toBe(false))
    socket.write('"refreshToken":"x"}GET /api/account/tariffs HTTP/1.1\r\nhost: test\r\n\r\n')

    await vi.waitFor(() => expect(received()).toMatch(/HTTP\/1\.1 503 [^]*retry-after: 5/))
    await closing
  })
})

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}
