import type { Endpoint } from '@doslovno/contract/endpoint.ts'
import { type Actor, scopes } from '@doslovno/domain/access.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { createRateLimits, type RateLimits } from '#platform/limits/rate-limits.ts'
import { createLog } from '#platform/log.ts'

import { replyWithErrors } from './error-reply.ts'
import { type Authenticator, createRoutes } from './route.ts'

const endpoint = <A extends Endpoint['auth']>(auth: A) =>
  ({ method: 'GET', path: `/api/${auth}`, auth, reply: z.object({ actor: z.optional(z.string()) }) }) as const

/** Two kinds of credentials, distinguished by the token itself. */
const bySession: Authenticator = async (token) =>
  token === 'session' ? { kind: 'session', userId: 'anna', sessionId: 's', scopes } : undefined
const byKey: Authenticator = async (token) =>
  token === 'key' ? { kind: 'key', userId: 'anna', keyId: 'k', scopes: ['read'] } : undefined

let app: FastifyInstance
let rateLimits: RateLimits
beforeAll(async () => {
  rateLimits = await createRateLimits({ redisUrl: undefined, factor: 1, log: createLog('silent', 'test') })
  app = Fastify()
  replyWithErrors(app)
  const routes = createRoutes(app, {
    authenticators: [bySession, byKey],
    rateLimits,
    now: () => new Date(),
    idleMs: 1000,
  })
  const reply = async (_input: object, actor: Actor | undefined) => ({ actor: actor?.kind })
  routes.add(endpoint('user'), reply)
  routes.add(endpoint('session'), reply)
  routes.add(endpoint('optional'), reply)
})
afterAll(async () => {
  await app.close()
  rateLimits.close()
})

async function call(auth: Endpoint['auth'], token?: string): Promise<unknown> {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const reply = await app.inject({ url: `/api/${auth}`, headers })
  return reply.statusCode === 200 ? reply.json<{ actor?: string }>().actor : reply.statusCode
}

it.each([
  { auth: 'user', replies: ['session', 'key', 403, 403] },
  { auth: 'session', replies: ['session', 403, 403, 403] },
  { auth: 'optional', replies: ['session', 'key', undefined, undefined] },
] as const)('an endpoint with auth $auth admits the right callers', async (row) => {
  const { auth, replies } = row

  const seen = [await call(auth, 'session'), await call(auth, 'key'), await call(auth, 'forged'), await call(auth)]

  expect(seen).toEqual(replies)
})
