import { randomUUID } from 'node:crypto'

import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'

import type { Context } from '#context.ts'
import { providerRoutes } from '#features/accounts/provider-routes.ts'
import { accountRoutes } from '#features/accounts/routes.ts'
import { billingRoutes } from '#features/billing/routes.ts'
import { libraryRoutes } from '#features/library/routes.ts'
import { linkRoutes } from '#features/links/routes.ts'
import { retentionRoutes } from '#features/retention/routes.ts'
import { scriptRoutes } from '#features/scripts/routes.ts'
import { sessionAuthenticator } from '#features/sessions/index.ts'
import { sessionRoutes } from '#features/sessions/routes.ts'
import { summaryRoutes } from '#features/summaries/routes.ts'
import { templateRoutes } from '#features/templates/routes.ts'
import { transcriptionRoutes } from '#features/transcription/routes.ts'
import { transcriptRoutes } from '#features/transcripts/routes.ts'
import { uploadRoutes } from '#features/uploads/routes.ts'
import { AppError } from '#platform/errors.ts'
import { replyWithErrors } from '#platform/http/error-reply.ts'
import { createRoutes } from '#platform/http/route.ts'
import { securityHeaders } from '#platform/http/security-headers.ts'
import { closeBrokenRequest } from '#platform/http/slow-body.ts'
import { dropUnreadBodies } from '#platform/http/unread-body.ts'
import { serveWeb } from '#platform/http/web-root.ts'
import { requestDuration } from '#platform/telemetry.ts'

import { spendingRoutes } from './features/spending/routes.ts'

const TIMEOUTS = { requestMs: 30_000, idleMs: 30_000, checkMs: 2_000 }
const HEADERS_MS = 15_000

/** The HTTP API: Fastify and the plain list of all routes. */
export async function buildApp(ctx: Context, timeouts = TIMEOUTS): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger, // Fastify's default instance type requires it
    genReqId: () => randomUUID(),
    bodyLimit: 1_000_000,
    trustProxy: ctx.config.trustedProxies.length > 0 ? [...ctx.config.trustedProxies] : false,
    requestTimeout: timeouts.requestMs,
    http: {
      headersTimeout: Math.min(HEADERS_MS, timeouts.requestMs),
      connectionsCheckingInterval: timeouts.checkMs,
    },
    clientErrorHandler: closeBrokenRequest,
    return503OnClosing: false, // refuseWhileClosing answers in our shape
  })
  app.server.maxConnections = ctx.config.api.maxConnections
  measureRequests(app)
  refuseWhileClosing(app)
  securityHeaders(app, ctx.config.storage.publicEndpoint)
  replyWithErrors(app)
  dropUnreadBodies(app)
  await app.register(multipart)

  const { rateLimits, now } = ctx
  const gate = { authenticators: [sessionAuthenticator(ctx)], rateLimits, now, idleMs: timeouts.idleMs }
  const routes = createRoutes(app, gate)
  sessionRoutes(routes, ctx)
  accountRoutes(routes, ctx)
  providerRoutes(routes, ctx)
  billingRoutes(routes, ctx)
  uploadRoutes(routes, ctx)
  linkRoutes(routes, ctx)
  scriptRoutes(routes, ctx)
  transcriptRoutes(routes, ctx)
  transcriptionRoutes(routes, ctx)
  libraryRoutes(routes, ctx)
  summaryRoutes(routes, ctx)
  retentionRoutes(routes, ctx)
  spendingRoutes(routes, ctx)
  templateRoutes(routes, ctx)

  if (ctx.config.webRoot) await serveWeb(app, ctx.config.webRoot)
  return app
}

function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async () => {
    if (isClosing) throw new AppError('notAvailable')
  })
}

function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    requestDuration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}
