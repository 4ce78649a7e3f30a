import { randomUUID } from 'node:crypto'

import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'

import type { Context } from '#context.ts'
import { providerRoutes } from '#features/accounts/provider-routes.ts'
import { accountRoutes } from '#features/accounts/routes.ts'
import { billingRoutes } from '#features/billing/routes.ts'
import { editingRoutes } from '#features/editing/routes.ts'
import { libraryRoutes } from '#features/library/routes.ts'
import { linkRoutes } from '#features/links/routes.ts'
import { scriptRoutes } from '#features/scripts/routes.ts'
import { createLiveSessions } from '#features/sessions/index.ts'
import { sessionRoutes } from '#features/sessions/routes.ts'
import { toolRoutes } from '#features/tools/routes.ts'
import { transcriptionRoutes } from '#features/transcription/routes.ts'
import { uploadRoutes } from '#features/uploads/routes.ts'
import { replyWithErrors } from '#platform/error-reply.ts'
import { createRoutes } from '#platform/route.ts'
import { securityHeaders } from '#platform/security-headers.ts'
import { requestDuration } from '#platform/telemetry.ts'
import { dropUnreadBodies } from '#platform/unread-body.ts'
import { serveWeb } from '#platform/web-root.ts'

/** The HTTP face of the house: the plain list of everything it answers. */
export async function buildApp(ctx: Context): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger, // Fastify's own instance type knows no other
    genReqId: () => randomUUID(),
    bodyLimit: 1_000_000,
    trustProxy: ctx.config.trustedProxies.length > 0 ? [...ctx.config.trustedProxies] : false,
    // Half-open connections must not pile up; a body may take as long as a bad network needs.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, requestTimeout: 0 },
  })
  measureRequests(app)
  securityHeaders(app, ctx.config.storage.publicEndpoint)
  replyWithErrors(app)
  dropUnreadBodies(app)
  await app.register(multipart)

  const { tokens, limits, now } = ctx
  const routes = createRoutes(app, { tokens, limits, now, isLive: createLiveSessions(ctx.db) })
  sessionRoutes(routes, ctx)
  accountRoutes(routes, ctx)
  providerRoutes(routes, ctx)
  billingRoutes(routes, ctx)
  uploadRoutes(routes, ctx)
  linkRoutes(routes, ctx)
  scriptRoutes(routes, ctx)
  transcriptionRoutes(routes, ctx)
  libraryRoutes(routes, ctx)
  editingRoutes(routes, ctx)
  toolRoutes(routes, ctx)

  if (ctx.config.webRoot) await serveWeb(app, ctx.config.webRoot)
  return app
}

function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    requestDuration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}
