import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestApp, type TestApp } from '#test/test-app.ts'

import { startOps } from './platform/process/ops.ts'
import { createReadiness } from './platform/process/readiness.ts'

let test: TestApp

beforeAll(async () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'web-'))
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>page</title>')
  test = await createTestApp({ webRoot })
})
afterAll(() => test.close())

describe('the API', () => {
  it('returns every failure in the same shape', async () => {
    const replies = await Promise.all([
      test.app.inject({ url: '/api/nothing' }),
      test.app.inject({ method: 'POST', url: '/api/account/login', payload: { email: 7 } }),
      test.app.inject({
        method: 'POST',
        url: '/api/account/login',
        payload: '{broken',
        headers: { 'content-type': 'application/json' },
      }),
      test.app.inject({
        method: 'POST',
        url: '/api/account/login',
        payload: 'a=b',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ])

    expect(replies.map((reply) => reply.statusCode)).toEqual([404, 400, 400, 400])
    for (const reply of replies) {
      const body = reply.json<{ error: string; code: string; message: string }>()
      expect(body).toMatchObject({ code: expect.any(String), message: body.error })
    }
    expect(replies[1]?.json()).toMatchObject({
      fields: { email: { code: 'wrongFormat' }, password: { code: 'wrongFormat' } },
    })
  })

  it('hides the details of an unexpected failure', async () => {
    const broken = await createTestApp()
    broken.app.get('/api/broken', async () => {
      throw new Error('secret: column users.password_hash')
    })

    const reply = await broken.app.inject({ url: '/api/broken' })
    await broken.close()

    expect(reply.statusCode).toBe(500)
    expect(reply.body).not.toContain('secret')
    expect(reply.json()).toMatchObject({ code: 'unexpected' })
  })

  it('rejects a malformed id before it queries the database', async () => {
    const caller = await test.signIn()

    const reply = await caller.call({ url: "/api/scripts/1' or '1'='1" })

    expect(reply.statusCode).toBe(400)
  })

  it('rejects text that the database cannot store', async () => {
    const caller = await test.signIn()

    const replies = [
      await caller.call({ method: 'POST', url: '/api/account', payload: { name: 'a\0b' } }),
      await caller.call({ url: '/api/scripts/search?search=a%00bc' }),
      await test.app.inject({ method: 'POST', url: '/api/account/login', payload: { email: '\ud800', password: 'x' } }),
    ]

    expect(replies.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400])
  })

  it('sets security headers on every reply and forbids caching of API replies', async () => {
    const { headers: ofData } = await test.app.inject({ url: '/api/account' })
    const { headers: ofPage } = await test.app.inject({ url: '/files/x' })

    expect(ofPage['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
    expect(ofPage).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
    expect(ofData).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })

  it('keeps files and API replies, but not the start page, out of search engines', async () => {
    const tags = await Promise.all(
      ['/files/x', '/api/scripts/x', '/'].map(async (url) => (await test.app.inject({ url })).headers['x-robots-tag']),
    )

    expect(tags).toEqual(['noindex, noarchive', 'noindex, noarchive', undefined])
  })

  it('lets only the OAuth popup keep its opener when a provider redirects back', async () => {
    const policies = await Promise.all(
      ['/oauth/google', '/oauth/vk?code=1', '/oauth-login/vk', '/', '/auth/login', '/api/docs'].map(
        async (url) => (await test.app.inject({ url })).headers['cross-origin-opener-policy'],
      ),
    )

    expect(policies.slice(0, 2)).toEqual(['unsafe-none', 'unsafe-none'])
    expect(new Set(policies.slice(2))).toEqual(new Set(['same-origin-allow-popups']))
  })

  it('serves the web app at every path, but 404 for an unknown API call', async () => {
    const pages = await Promise.all(['/', '/files/123', '/auth/login'].map((url) => test.app.inject({ url })))

    for (const page of pages) expect(page.body).toContain('<title>page</title>')
    expect((await test.app.inject({ url: '/api/files' })).statusCode).toBe(404)
  })
})

describe('the ops server', () => {
  it('reports liveness, readiness and metrics', async () => {
    const readiness = createReadiness(test.ctx.probe, test.ctx.storage)
    const ops = await startOps({ host: '127.0.0.1', port: 0, isReady: readiness.isReady })
    const ask = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${ops.port}${path}`)
      return { status: response.status, body: await response.text() }
    }

    expect(await ask('/livez')).toEqual({ status: 200, body: 'alive' })
    expect(await ask('/readyz')).toEqual({ status: 200, body: 'ready' })
    expect((await ask('/metrics')).body).toContain('http_server_request_duration_seconds_bucket')
    readiness.stop()
    expect(await ask('/readyz')).toEqual({ status: 503, body: 'not ready' })
    await ops.close()
  })

  it('stays ready, and says that it is degraded, while every connection of the pool is in use', async () => {
    const ops = await startOps({ host: '127.0.0.1', port: 0, isReady: createReadiness(test.ctx.probe).isReady })
    const ended = Promise.withResolvers<void>()
    const calls = Array.from({ length: 11 }, () => test.ctx.db.connection().execute(() => ended.promise))

    const reply = await fetch(`http://127.0.0.1:${ops.port}/readyz`)
    ended.resolve()
    await Promise.all(calls)

    expect([reply.status, await reply.text()]).toEqual([200, 'ready, degraded'])
    await ops.close()
  })
})
