import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startOps } from '#platform/ops.ts'
import { createReadiness } from '#platform/readiness.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let test: TestApp

beforeAll(async () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'web-'))
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>page</title>')
  test = await createTestApp({ webRoot })
})
afterAll(() => test.close())

describe('the API', () => {
  it('answers every failure in one shape', async () => {
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

  it('tells nothing of a failure that is not ours to tell', async () => {
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

  it('refuses an id that is none before it asks the database', async () => {
    const caller = await test.signIn()

    const reply = await caller.call({ url: "/api/scripts/1' or '1'='1" })

    expect(reply.statusCode).toBe(400)
  })

  it('protects every answer by headers and lets nobody keep those of the API', async () => {
    const replies = [await test.app.inject({ url: '/api/account' }), await test.app.inject({ url: '/files/x' })]

    for (const { headers } of replies) {
      expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
    }
    expect(replies[0]?.headers['cache-control']).toBe('no-store')
  })

  it('lets only the popup of a sign-in keep its opener on the way back from a provider', async () => {
    const policies = await Promise.all(
      ['/oauth/google', '/oauth/vk?code=1', '/oauth-login/vk', '/', '/auth/login', '/api/account'].map(
        async (url) => (await test.app.inject({ url })).headers['cross-origin-opener-policy'],
      ),
    )

    expect(policies.slice(0, 2)).toEqual(['unsafe-none', 'unsafe-none'])
    expect(new Set(policies.slice(2))).toEqual(new Set(['same-origin-allow-popups']))
  })

  it('serves the web app on every page, and no page in place of a missing call', async () => {
    const pages = await Promise.all(['/', '/files/123', '/auth/login'].map((url) => test.app.inject({ url })))

    for (const page of pages) expect(page.body).toContain('<title>page</title>')
    expect((await test.app.inject({ url: '/api/files' })).statusCode).toBe(404)
  })
})

describe('the operator’s door', () => {
  it('tells that the process lives, whether it is ready, and its figures', async () => {
    const readiness = createReadiness(test.ctx.db, test.ctx.storage)
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
})
