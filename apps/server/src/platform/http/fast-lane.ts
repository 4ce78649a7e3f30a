import type { SessionActor } from '@doslovno/domain/access.ts'
import type { FastifyInstance } from 'fastify'

import type { RateLimits } from '#platform/limits/rate-limits.ts'
import { requestDuration } from '#platform/telemetry.ts'

import type { Tags, Versions } from './versioned.ts'

const draining = new WeakSet<FastifyInstance>()

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its replies have a tag of their user's version. */
    isVersioned?: boolean
  }
}

type Deps = {
  peekSession: (token: string, now: Date) => SessionActor | undefined
  versions: Versions
  tags: Tags
  rateLimits: RateLimits
  now: () => Date
}

const HEADERS = { 'cache-control': 'no-store' }
const BEARER = 'Bearer '

/**
 * Answers a poll of something unchanged before anything else happens to it: from memory, without a promise, a log line
 * or the headers that a body needs. Whatever is not certain goes the long way. Registered before all other hooks.
 */
export function answerUnchangedFirst(
  app: FastifyInstance,
  { peekSession, versions, tags, rateLimits, now }: Deps,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { 'if-none-match': tag, authorization } = request.raw.headers
    if (tag === undefined || !authorization?.startsWith(BEARER) || isDraining(app)) return done()
    const { config, url = '' } = request.routeOptions
    if (!config.isVersioned) return done()
    const at = now()
    const actor = peekSession(authorization.slice(BEARER.length), at)
    if (!actor) return done()
    const { userId } = actor
    const version = versions.peek(userId)
    if (version === undefined || !tags.isFresh(tag, userId, version, at)) return done()
    if (!rateLimits.isPollWithin(userId)) return done()
    reply.hijack()
    reply.raw.writeHead(304, { ...HEADERS, etag: tag }).end()
    requestDuration.observe({ method: 'GET', route: url, status: 304 }, reply.elapsedTime / 1000)
  })
}

/** Whether connections should move to another process. */
function isDraining(app: FastifyInstance): boolean {
  return draining.has(app)
}

/** Once called, every reply closes its connection: clients and proxies open the next one to another process. */
export function createDrain(app: FastifyInstance): () => void {
  app.addHook('onSend', async (_request, reply) => {
    if (draining.has(app)) void reply.header('connection', 'close')
  })
  return () => {
    draining.add(app)
  }
}
