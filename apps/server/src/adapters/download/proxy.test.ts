import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { fakeInternet, type FakeInternet, PUBLIC, serve, type TestServer } from '#test/download/internet.ts'

import { createAddressRules } from './address-rules.ts'
import { createDial } from './dial.ts'
import { type Proxy, startProxy } from './proxy.ts'

const LIMIT_BYTES = 1_000_000

let folder: string
let canary: TestServer
let site: TestServer
let answer: RequestListener
let internet: FakeInternet
let proxy: Proxy
let path: string
let limitsReached: number

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proxy-'))
  canary = await serve((_request, response) => response.end('secret'))
  site = await serve((request, response) => answer(request, response))
})
afterAll(async () => {
  await Promise.all([canary.close(), site.close()])
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  answer = (incoming, response) => response.end(`${incoming.method} ${incoming.url} ${incoming.headers.host}`)
  internet = fakeInternet()
  internet.addName('site.example', [PUBLIC])
  for (const port of [80, 443]) internet.addRoute(PUBLIC, port, site.port)
  const rules = createAddressRules({ ports: [80, 443, canary.port], denied: [], seconds: 20, allowedPrivateHosts: [] })
  const dial = createDial({ rules, internet, timeouts: { connectMs: 5000, idleMs: 3000 } })
  path = join(mkdtempSync(join(folder, 'at-')), 'proxy')
  limitsReached = 0
  const { signal } = new AbortController()
  proxy = await startProxy({ path, dial, limitBytes: LIMIT_BYTES, signal, onLimit: () => limitsReached++ })
})
afterEach(() => proxy.close())

/** Sends the proxy an absolute URL, as programs do for plain HTTP. */
async function forwarded(url: string, method = 'GET', body = ''): Promise<{ status: number; body: string }> {
  const asked = request({ socketPath: path, path: url, method, agent: false })
  asked.end(body)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, body: await text(response) }
}

/** Opens a tunnel through the proxy; returns its status and the bytes a request through it got. */
async function tunnelled(authority: string): Promise<{ status: number; body: string }> {
  const asked = request({ socketPath: path, path: authority, method: 'CONNECT', agent: false })
  asked.end()
  const [response, socket] = (await once(asked, 'connect')) as [IncomingMessage, NodeJS.ReadWriteStream]
  if (response.statusCode === 200)
    socket.write('GET /inner HTTP/1.1\r\nhost: site.example\r\nconnection: close\r\n\r\n')
  const body = await buffer(socket).catch(() => Buffer.alloc(0))
  return { status: response.statusCode ?? 0, body: body.toString('latin1') }
}

describe('the proxy', () => {
  it('reaches public addresses by forwarding and by tunnel', async () => {
    expect(await forwarded('http://site.example/a?b=1')).toEqual({ status: 200, body: 'GET /a?b=1 site.example' })
    expect(await forwarded('http://site.example/', 'POST', 'x')).toMatchObject({ body: 'POST / site.example' })
    expect(await tunnelled('site.example:443')).toMatchObject({
      status: 200,
      body: expect.stringContaining('GET /inner'),
    })
    expect(proxy.hasBlocked()).toBe(false)
  })

  it.each([
    '127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0', '[::1]', '[::ffff:127.0.0.1]',
    '[::127.0.0.1]', '[64:ff9b::7f00:1]', '169.254.169.254', '168.63.129.16', 'inside.example', 'half.example',
  ])('reaches no other address by either: %s', async (host) => {
    internet.addName('inside.example', ['127.0.0.1'])
    internet.addName('half.example', [PUBLIC, '::1'])

    expect((await tunnelled(`${host}:${canary.port}`)).status).toBe(403)
    expect((await forwarded(`http://${host}:${canary.port}/`)).status).toBe(403)
    expect(canary.connections()).toBe(0)
    expect(proxy.hasBlocked()).toBe(true)
  }) // prettier-ignore

  it('opens no other ports', async () => {
    expect((await tunnelled('site.example:22')).status).toBe(403)
    expect((await forwarded('http://site.example:6379/')).status).toBe(403)
  })

  it('connects to the address it judged, even if the name resolves to another later', async () => {
    internet.addName('rebind.example', [PUBLIC], ['127.0.0.1'])
    internet.addRoute(PUBLIC, canary.port, site.port)

    expect((await tunnelled(`rebind.example:${canary.port}`)).status).toBe(200)
    expect((await tunnelled(`rebind.example:${canary.port}`)).status).toBe(403)
    expect(canary.connections()).toBe(0)
  })

  it('refuses other schemes, other methods and malformed addresses', async () => {
    const refused = [
      await forwarded('https://site.example/'),
      await forwarded('ftp://site.example/'),
      await forwarded('file:///etc/passwd'),
      await forwarded('/'),
      await forwarded('http://me:secret@site.example/'),
      await forwarded('http://site.example/', 'DELETE'),
      await tunnelled('site.example'),
      await tunnelled('me:secret@site.example:443'),
      await tunnelled('site.example:443/'),
    ]

    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
  })

  it('reports an unreachable host without a reason', async () => {
    internet.addRoute(PUBLIC, 443, 1)

    expect(await tunnelled('site.example:443')).toEqual({ status: 502, body: '' })
    expect(await tunnelled('missing.example:443')).toEqual({ status: 502, body: '' })
  })

  it.each([
    ['forwarded', () => forwarded('http://site.example/')],
    ['tunnelled', () => tunnelled('site.example:443')],
  ])('ends a %s connection at the byte limit', async (_way, ask) => {
    answer = (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(100_000)));
      }
      response.on('drain', more)
      more()
    }

    const { body } = await ask().catch(() => ({ body: '' }))

    expect(body.length).toBeLessThanOrEqual(LIMIT_BYTES)
    expect(limitsReached).toBe(1)
  })

  it('ends an idle connection', async () => {
    answer = () => undefined

    expect(await tunnelled('site.example:443')).toEqual({ status: 200, body: '' })
  })

  it('closes with all its connections', async () => {
    const begun = new Promise<void>((done) => {
      answer = () => done()
    })
    const waiting = tunnelled('site.example:443')
    await begun

    await proxy.close()

    expect(await waiting).toEqual({ status: 200, body: '' })
    await expect(forwarded('http://site.example/')).rejects.toMatchObject({ code: 'ENOENT' })
    proxy = { hasBlocked: () => false, close: async () => undefined }
  })
})
