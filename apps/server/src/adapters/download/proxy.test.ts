import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createDial } from './dial.ts'
import { createRules } from './guard.ts'
import { type Proxy, startProxy } from './proxy.ts'
import { playInternet, type PlayedInternet, PUBLIC, serve, type TestServer } from './test-internet.ts'

const LIMIT_BYTES = 1_000_000

let folder: string
let canary: TestServer
let site: TestServer
let answer: RequestListener
let internet: PlayedInternet
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
  internet = playInternet()
  internet.name('site.example', [PUBLIC])
  for (const port of [80, 443]) internet.lead(PUBLIC, port, site.port)
  const rules = createRules({ ports: [80, 443, canary.port], denied: [], seconds: 20, allowedPrivateHosts: [] })
  const dial = createDial({ rules, internet, timeouts: { connectMs: 500, idleMs: 300 } })
  path = join(mkdtempSync(join(folder, 'at-')), 'proxy')
  limitsReached = 0
  const { signal } = new AbortController()
  proxy = await startProxy({ path, dial, limitBytes: LIMIT_BYTES, signal, onLimit: () => limitsReached++ })
})
afterEach(() => proxy.close())

/** Asks the proxy for a whole address, as programs do for plain HTTP. */
async function forwarded(url: string, method = 'GET', body = ''): Promise<{ status: number; body: string }> {
  const asked = request({ socketPath: path, path: url, method, agent: false })
  asked.end(body)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, body: await text(response) }
}

/** Asks the proxy for a connection; answers its status, and what a request through it brought. */
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
  it('lets a program out to public places, by both ways there are', async () => {
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
  ])('lets it nowhere else, by neither: %s', async (host) => {
    internet.name('inside.example', ['127.0.0.1'])
    internet.name('half.example', [PUBLIC, '::1'])

    expect((await tunnelled(`${host}:${canary.port}`)).status).toBe(403)
    expect((await forwarded(`http://${host}:${canary.port}/`)).status).toBe(403)
    expect(canary.connections()).toBe(0)
    expect(proxy.hasBlocked()).toBe(true)
  }) // prettier-ignore

  it('opens no other ports', async () => {
    expect((await tunnelled('site.example:22')).status).toBe(403)
    expect((await forwarded('http://site.example:6379/')).status).toBe(403)
  })

  it('connects to the address it judged, whatever the name says a moment later', async () => {
    internet.name('rebind.example', [PUBLIC], ['127.0.0.1'])
    internet.lead(PUBLIC, canary.port, site.port)

    expect((await tunnelled(`rebind.example:${canary.port}`)).status).toBe(200)
    expect((await tunnelled(`rebind.example:${canary.port}`)).status).toBe(403)
    expect(canary.connections()).toBe(0)
  })

  it('takes no other scheme, no other method and nothing that is no address', async () => {
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

  it('says that nobody is there without saying why', async () => {
    internet.lead(PUBLIC, 443, 1)

    expect(await tunnelled('site.example:443')).toEqual({ status: 502, body: '' })
    expect(await tunnelled('missing.example:443')).toEqual({ status: 502, body: '' })
  })

  it.each([
    ['forwarded', () => forwarded('http://site.example/')],
    ['tunnelled', () => tunnelled('site.example:443')],
  ])('ends what is %s when too much has passed', async (_way, ask) => {
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

  it('ends a connection on which nothing comes', async () => {
    answer = () => undefined

    expect(await tunnelled('site.example:443')).toEqual({ status: 200, body: '' })
  })

  it('is gone with all its connections when it closes', async () => {
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
