import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makeCertificate } from '@doslovno/simulators/sites/server.ts'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { fakeInternet, type FakeInternet, PUBLIC, serve, type TestServer } from '#test/download/internet.ts'

import { createWebhooks } from './index.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const never = new AbortController().signal
const text = '{"type":"webhook.test","data":{"name":"Запись"}}'

type Received = { request: IncomingMessage; body: string }

let folder: string
let internet: FakeInternet
let canary: TestServer
let https: TestServer
let http: TestServer
let certificate: ReturnType<typeof makeCertificate>
let received: Received[]
let answer: RequestListener

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'webhooks-'))
  certificate = makeCertificate(folder, ['hooks.example'])
  const listener: RequestListener = (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ request, body: Buffer.concat(parts).toString() })
      answer(request, response)
    })
  }
  ;[canary, http, https] = await Promise.all([serve(listener), serve(listener), serve(listener, certificate)])
})
beforeEach(() => {
  received = []
  answer = (_request, response) => response.writeHead(204).end()
  internet = fakeInternet(certificate.file)
  internet.addName('hooks.example', [PUBLIC])
  internet.addName('other.example', [PUBLIC])
  internet.addRoute(PUBLIC, 443, https.port)
  internet.addRoute(PUBLIC, 80, http.port)
})
afterAll(async () => {
  await Promise.all([canary, http, https].map((server) => server.close()))
  rmSync(folder, { recursive: true })
})

/** The canary's port is allowed, so that only its address can be refused. */
function webhooks({ isDevelopment = false, allowed = [] as string[], timeoutMs = 60_000 } = {}) {
  const download = { ports: [80, 443, canary.port], denied: [], seconds: 1, allowedPrivateHosts: allowed }
  return createWebhooks({ download, isDevelopment }, { internet, timeoutMs })
}

function send(url: string, options: Parameters<typeof webhooks>[0] = {}, signal = never) {
  return webhooks(options).send({ url, secrets: [secret], messageId: 'msg_1', body: text }, new Date(), signal)
}

describe('a message', () => {
  it('arrives signed as Standard Webhooks ask, and with nothing else of ours', async () => {
    expect(await send('https://hooks.example/in?key=1')).toEqual({ status: 204 })

    const [{ request, body } = { request: undefined, body: '' }] = received
    expect(request).toMatchObject({ method: 'POST', url: '/in?key=1' })
    expect(new Webhook(secret).verify(body, request?.headers as Record<string, string>)).toEqual(JSON.parse(text))
    expect(Object.keys(request?.headers ?? {}).toSorted()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ])
    expect(request?.headers).toMatchObject({
      'user-agent': 'Doslovno-Webhooks/1',
      'content-type': 'application/json',
      host: 'hooks.example',
    })
  })

  it.each([201, 302, 404, 410, 500])('reports the status %i as it came', async (status) => {
    answer = (_request, response) => response.writeHead(status, { location: 'https://hooks.example/next' }).end()

    expect(await send('https://hooks.example/')).toEqual({ status })
    expect(received).toHaveLength(1)
  })

  it('reports how long a busy receiver wants to rest', async () => {
    answer = (_request, response) => response.writeHead(429, { 'retry-after': '90' }).end()

    expect(await send('https://hooks.example/')).toEqual({ status: 429, retryAfterSeconds: 90 })
  })

  it('reads only the beginning of an endless answer', async () => {
    let written = 0
    answer = (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) written += 65_536
      }
      response.on('drain', more)
      more()
    }

    expect(await send('https://hooks.example/')).toEqual({ status: 200 })
    expect(written).toBeLessThan(50_000_000)
  })

  it('counts by its status when the answer never ends', async () => {
    answer = (_request, response) => void response.writeHead(200).write('a')

    expect(await send('https://hooks.example/', { timeoutMs: 500 })).toEqual({ status: 200 })
  })
})

describe('a failure', () => {
  it('is a timeout if no answer comes in time', async () => {
    answer = () => undefined

    expect(await send('https://hooks.example/', { timeoutMs: 300 })).toEqual({ error: 'timeout' })
  })

  it('is a timeout if the receiver accepts the connection and says nothing', async () => {
    const silent = createServer(() => undefined).listen(0)
    const { port } = silent.address() as { port: number }
    internet.addRoute(PUBLIC, 443, port)

    expect(await send('https://hooks.example/', { timeoutMs: 300 })).toEqual({ error: 'timeout' })
    silent.close()
  })

  it('is refused if nobody listens', async () => {
    internet.addRoute(PUBLIC, 443, 1)

    expect(await send('https://hooks.example/')).toEqual({ error: 'refused' })
  })

  it('is tls if the certificate is of another host or nobody vouches for it', async () => {
    expect(await send('https://other.example/')).toEqual({ error: 'tls' })
    const { certificates: _trusted, ...stranger } = internet
    const untrusting = createWebhooks(
      { download: { ports: [443], denied: [], seconds: 1, allowedPrivateHosts: [] }, isDevelopment: false },
      { internet: stranger },
    )
    const message = { url: 'https://hooks.example/', secrets: [secret], messageId: 'msg_1', body: text }

    expect(await untrusting.send(message, new Date(), never)).toEqual({ error: 'tls' })
    expect(received).toEqual([])
  })

  it('is network if the connection breaks or speaks no HTTP', async () => {
    answer = (request) => request.socket.destroy()

    expect(await send('https://hooks.example/')).toEqual({ error: 'network' })
  })

  it('is no outcome if our own worker stops', async () => {
    const stop = new AbortController()
    answer = () => stop.abort(new Error('stopping'))

    await expect(send('https://hooks.example/', {}, stop.signal)).rejects.toThrow('stopping')
  })
})

describe('a webhook', () => {
  it.each([
    '127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0', '0.0.0.0', '127.0.0.1.', '[::1]', '[::]',
    '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[fe80::1]', '169.254.169.254', '10.0.0.1',
  ])('refuses an address spelled %s', async (host) => {
    for (const scheme of ['https', 'http']) {
      const url = `${scheme}://${host}:${canary.port}/`

      expect(webhooks({ isDevelopment: true }).refusalOf(url)).toBe('address')
      expect(await send(url, { isDevelopment: true })).toEqual({ error: 'address' })
    }
    expect(canary.connections()).toBe(0)
    expect(internet.lookups).toEqual([])
  }) // prettier-ignore

  it('refuses a name like a missing host', async () => {
    internet.addName('localhost', ['127.0.0.1'])
    internet.addName('metadata.example', ['169.254.169.254'])
    internet.addName('half.example', [PUBLIC, '10.0.0.1'])
    internet.addName('mapped.example', ['::ffff:127.0.0.1'])

    for (const host of ['localhost', 'metadata.example', 'half.example', 'mapped.example', 'missing.example'])
      expect(await send(`http://${host}:${canary.port}/`, { isDevelopment: true })).toEqual({ error: 'address' })
    expect(canary.connections()).toBe(0)
  })

  it('refuses a name that resolves to a public address first and a private one later', async () => {
    internet.addName('hooks.example', [PUBLIC], ['127.0.0.1'])

    expect(await send('https://hooks.example/')).toEqual({ status: 204 })
    expect(internet.lookups).toEqual(['hooks.example'])
    expect(await send('https://hooks.example/')).toEqual({ error: 'address' })
    expect(canary.connections()).toBe(0)
  })

  it('follows no redirect', async () => {
    answer = (_request, response) => response.writeHead(307, { location: `http://127.0.0.1:${canary.port}/` }).end()

    expect(await send('https://hooks.example/')).toEqual({ status: 307 })
    expect(canary.connections()).toBe(0)
  })

  it.each([
    ['http://hooks.example/', 'scheme'],
    ['ftp://hooks.example/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['https://me:secret@hooks.example/', 'credentials'],
    ['https://hooks.example:22/', 'port'],
  ])('refuses another scheme, port or credentials: %s', async (url, refusal) => {
    expect(webhooks().refusalOf(url)).toBe(refusal)
    expect(await send(url)).toEqual({ error: 'address' })
    expect(received).toEqual([])
    expect(internet.lookups).toEqual([])
  })
})

describe('plain http', () => {
  it('is for developers, and for the pairs of LINK_ALLOW_PRIVATE', async () => {
    const pair = `127.0.0.1:${http.port}`

    expect(webhooks().refusalOf('http://hooks.example/')).toBe('scheme')
    expect(await send('http://hooks.example/', { isDevelopment: true })).toEqual({ status: 204 })
    expect(await send(`http://${pair}/`, { allowed: [pair] })).toEqual({ status: 204 })
  })
})
