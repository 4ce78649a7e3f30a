import type { Endpoint } from '@doslovno/contract/endpoint.ts'
import { type Actor, type Scope, scopes } from '@doslovno/domain/access.ts'
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { createRateLimits, type RateLimits } from '#platform/limits/rate-limits.ts'
import { createLog } from '#platform/log.ts'

import type { Authenticator } from './admit.ts'
import { replyWithErrors } from './error-reply.ts'
import { createRoutes } from './route.ts'
import { createTags } from './versioned.ts'

const endpoint = <A extends Endpoint['auth']>(auth: A) =>
  ({ method: 'GET', path: `/api/${auth}`, auth, reply: z.object({ actor: z.optional(z.string()) }) }) as const

/** Two kinds of credentials, distinguished by the token itself. */
const bySession: Authenticator = async (token) =>
  token === 'session' ? { kind: 'session', userId: 'anna', sessionId: 's', scopes } : undefined
const keys: Record<string, Scope[]> = { key: ['read'], writer: ['write'], busy: ['read'] }
const byKey: Authenticator = async (token) =>
  keys[token] && { kind: 'key', userId: token, keyId: 'k', scopes: keys[token] }

let app: FastifyInstance
let rateLimits: RateLimits

beforeAll(async () => {
  // 30 calls and 60 polls of a key a minute.
  rateLimits = await createRateLimits({ redisUrl: undefined, factor: 0.1, log: createLog('silent', 'test') })
  app = Fastify()
  replyWithErrors(app)
  const routes = createRoutes(app, {
    authenticators: [bySession, byKey],
    rateLimits,
    now: () => new Date(),
    requireOn: async () => undefined,
    versions: { of: async () => 0, peek: () => undefined },
    tags: createTags({ version: '1.2.3', commit: 'x' }),
    once: async (_request, run) => ({ reply: await run(async () => undefined), isRepeat: false }),
    idleMs: 1000,
  })
  const reply = async (_input: object, actor: Actor | undefined) => ({ actor: actor?.kind })
  for (const auth of ['user', 'session', 'optional', 'none'] as const) {
    routes.add(endpoint(auth), reply)
    routes.add({ ...endpoint(auth), method: 'POST' }, reply)
  }
  routes.add({ ...endpoint('user'), path: '/api/polled', isPolled: true }, reply)
  routes.add({ ...endpoint('user'), method: 'POST', path: '/api/search', scope: 'read' }, reply)
})
afterAll(async () => {
  await app.close()
  rateLimits.close()
})

type Method = 'GET' | 'POST'

function send(url: string, token?: string, method: Method = 'GET'): Promise<LightMyRequestResponse> {
  return app.inject({ method, url, headers: token ? { authorization: `Bearer ${token}` } : {} })
}

async function call(url: string, token?: string, method?: Method): Promise<unknown> {
  const reply = await send(url, token, method)
  return reply.statusCode === 200 ? reply.json<{ actor?: string }>().actor : reply.statusCode
}

it.each([
  { auth: 'user', replies: ['session', 'key', 403, 403] },
  { auth: 'session', replies: ['session', 403, 403, 403] },
  { auth: 'optional', replies: ['session', 'key', undefined, undefined] },
] as const)('an endpoint with auth $auth admits the right callers', async ({ auth, replies }) => {
  const url = `/api/${auth}`
  const seen = [await call(url, 'session'), await call(url, 'key'), await call(url, 'forged'), await call(url)]

  expect(seen).toEqual(replies)
})

describe('an API key', () => {
  it.each([
    { url: '/api/user', method: 'GET', reader: 'key', writer: 403 },
    { url: '/api/user', method: 'POST', reader: 403, writer: 'key' },
    { url: '/api/search', method: 'POST', reader: 'key', writer: 403 },
    { url: '/api/optional', method: 'POST', reader: 403, writer: 'key' },
    { url: '/api/none', method: 'POST', reader: 'key', writer: 'key' },
  ] as const)('needs its scope for $method $url', async ({ url, method, reader, writer }) => {
    expect(await call(url, 'key', method)).toBe(reader)
    expect(await call(url, 'writer', method)).toBe(writer)
  })

  it.each([
    { url: '/api/user', method: 'POST', token: 'key', scope: 'write' },
    { url: '/api/user', method: 'GET', token: 'writer', scope: 'read' },
    { url: '/api/session', method: 'GET', token: 'key', scope: 'account' },
  ] as const)('is told that $method $url needs the scope $scope', async ({ url, method, token, scope }) => {
    const { headers, statusCode } = await send(url, token, method)

    expect(statusCode).toBe(403)
    expect(headers['www-authenticate']).toBe(`Bearer error="insufficient_scope", scope="${scope}"`)
  })

  it('is told what is left of its limit, and when to come again', async () => {
    const first = await send('/api/user', 'busy')
    for (let n = 1; n < 30; n++) expect(await call('/api/user', 'busy')).toBe('key')
    const refused = await send('/api/user', 'busy')

    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"keyCalls";q=30;w=60',
      ratelimit: '"keyCalls";r=29;t=60',
    })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers.ratelimit).toMatch(/^"keyCalls";r=0;t=\d+$/)
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  })

  it('has a limit of its own for polls, and takes nothing from its user', async () => {
    const poll = await send('/api/polled', 'busy')
    const page = await send('/api/user', 'session')

    expect(poll.headers['ratelimit-policy']).toBe('"keyPolls";q=60;w=60')
    expect(page.headers).not.toHaveProperty('ratelimit')
  })
})
