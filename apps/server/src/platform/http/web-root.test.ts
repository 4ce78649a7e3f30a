import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestApp, decoded, type TestApp } from '#test/test-app.ts'

const SCRIPT = `export const words = ${JSON.stringify('слово '.repeat(400))}`
const STYLE = 'body { color: black }'
const INLINE = `document.documentElement.dataset.scheme = 'dark'`
const PAGE = `<!doctype html><script>${INLINE}</script><body>${'<p>текст</p>'.repeat(200)}</body>`

let test: TestApp
beforeAll(async () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'web-'))
  mkdirSync(join(webRoot, 'assets'))
  writeFileSync(join(webRoot, 'index.html'), PAGE)
  writeFileSync(join(webRoot, 'robots.txt'), 'User-agent: *')
  writeFileSync(join(webRoot, 'sw.js'), 'addEventListener("push", () => {})')
  writeFileSync(join(webRoot, 'manifest.webmanifest'), '{}')
  writeFileSync(join(webRoot, 'assets/app-1a2b.js'), SCRIPT)
  writeFileSync(join(webRoot, 'assets/app-1a2b.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(webRoot, 'assets/app-1a2b.js.gz'), gzipSync(SCRIPT))
  writeFileSync(join(webRoot, 'assets/tiny-3c4d.css'), STYLE)
  test = await createTestApp({ webRoot })
})
afterAll(() => test.close())

const ask = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers })
const accepting = (encodings: string) => ({ 'accept-encoding': encodings })

describe('a built asset', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
    ['br;q=0, gzip', 'gzip'],
  ])('is sent as the browser accepts it: %s', async (accepted, encoding) => {
    const reply = await ask('/assets/app-1a2b.js', accepting(accepted))

    expect(reply.headers['content-encoding']).toBe(encoding)
    expect(reply.headers['content-type']).toMatch(/^(text|application)\/javascript/)
    expect(reply.headers['vary']).toBe('accept-encoding')
    expect(decoded(reply)).toBe(SCRIPT)
  })

  it('is sent as it is if the build has not compressed it', async () => {
    const reply = await ask('/assets/tiny-3c4d.css', accepting('br, gzip'))

    expect(reply.headers['content-encoding']).toBeUndefined()
    expect(reply.body).toBe(STYLE)
  })

  it('is cached for good if its name has a hash, and asked for again otherwise', async () => {
    const [hashed, named] = [await ask('/assets/app-1a2b.js', accepting('br')), await ask('/robots.txt')]

    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(named.headers['cache-control']).toBe('no-cache')
  })

  it('has one address: its compressed copies have none', async () => {
    const reply = await ask('/assets/app-1a2b.js.br')

    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
  })
})

describe('the installed app', () => {
  it.each([
    ['/sw.js', /^(text|application)\/javascript/],
    ['/manifest.webmanifest', /^application\/manifest\+json/],
  ])('asks for %s again, so that a release reaches it', async (url, type) => {
    const { headers } = await ask(url)

    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-type']).toMatch(type)
  })

  it('may load its manifest from this site only', async () => {
    const { headers } = await ask('/')

    expect(headers['content-security-policy']).toContain("; manifest-src 'self';")
  })

  it('is led to the upload page when its worker did not take what was shared', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }

    const reply = await test.app.inject({ method: 'POST', url: '/share', headers, payload: '--x--' })

    expect(reply.statusCode).toBe(303)
    expect(reply.headers['location']).toBe('/upload')
  })
})

describe('a page', () => {
  it.each(['/', '/index.html', '/auth/login', '/files/x'])('is compressed and never shown unasked: %s', async (url) => {
    const reply = await ask(url, accepting('br'))

    expect(reply.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-encoding': 'br',
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-encoding',
    })
    expect(decoded(reply)).toBe(PAGE)
  })

  it('may run the script that the build wrote into it, and no other inline one', async () => {
    const { headers } = await ask('/')

    const hash = createHash('sha256').update(INLINE).digest('base64')
    expect(headers['content-security-policy']).toContain(`; script-src 'self' 'sha256-${hash}';`)
  })

  it('is not sent again to a browser that has it', async () => {
    const { headers } = await ask('/', accepting('br'))

    const again = await ask('/', { ...accepting('br'), 'if-none-match': String(headers['etag']) })

    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })
})
