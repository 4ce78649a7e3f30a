import { randomUUID } from 'node:crypto'

import type { SwitchName } from '@doslovno/domain/switches.ts'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'

import type { Context } from '#context.ts'
import { apiKeyRoutes } from '#features/accounts/api-keys/routes.ts'
import { keyAuthenticator, sessionAuthenticator } from '#features/accounts/index.ts'
import { accountRoutes } from '#features/accounts/routes.ts'
import { secondFactorRoutes } from '#features/accounts/second-factors/routes.ts'
import { sessionRoutes } from '#features/accounts/sessions/routes.ts'
import { apiDocsRoutes } from '#features/api-docs/routes.ts'
import { billingRoutes } from '#features/billing/routes.ts'
import { libraryRoutes } from '#features/library/routes.ts'
import { linkRoutes } from '#features/links/routes.ts'
import { createVersions } from '#features/live/index.ts'
import { liveRoutes } from '#features/live/routes.ts'
import { notificationRoutes } from '#features/notifications/routes.ts'
import { openaiRoutes } from '#features/openai-api/routes.ts'
import { feedbackRoutes } from '#features/operations/feedback/routes.ts'
import { createOnce, requireOn } from '#features/operations/index.ts'
import { installationRoutes } from '#features/operations/installation/routes.ts'
import { privacyRoutes } from '#features/privacy/routes.ts'
import { publicPageRoutes, samplePageRoutes } from '#features/public-page/routes.ts'
import { retentionRoutes } from '#features/retention/routes.ts'
import { scriptRoutes } from '#features/scripts/routes.ts'
import { summaryRoutes } from '#features/summaries/routes.ts'
import { transcriptionRoutes } from '#features/transcription/routes.ts'
import { transcriptRoutes } from '#features/transcripts/routes.ts'
import { uploadRoutes } from '#features/uploads/routes.ts'
import { vocabularyRoutes } from '#features/vocabulary/routes.ts'
import { webhookRoutes } from '#features/webhooks/routes.ts'
import { AppError } from '#platform/errors.ts'
import { replyWithError, replyWithErrors } from '#platform/http/error-reply.ts'
import { answerUnchangedFirst } from '#platform/http/fast-lane.ts'
import { createRoutes, type Routes } from '#platform/http/route.ts'
import { securityHeaders } from '#platform/http/security-headers.ts'
import { closeBrokenRequest, dropUnreadBodies } from '#platform/http/slow-body.ts'
import { traceRequests } from '#platform/http/trace-requests.ts'
import { createTags } from '#platform/http/versioned.ts'
import { readPage, serveWeb } from '#platform/http/web-root.ts'
import { requestDuration } from '#platform/telemetry.ts'

import { providerRoutes } from './features/accounts/routes.ts'
import { spendingRoutes } from './features/library/routes.ts'
import { folderRoutes } from './features/scripts/routes.ts'
import { templateRoutes } from './features/summaries/routes.ts'
import { vocabularyMarkRoutes } from './features/transcription/routes.ts'
import { vocabularySharingRoutes } from './features/vocabulary/routes.ts'

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
    // An address that the router cannot read.
    frameworkErrors: (error, request, reply) => void replyWithError(error, request, reply),
    return503OnClosing: false, // refuseWhileClosing answers in our shape
  })
  const { webRoot } = ctx.config
  const page = webRoot ? readPage(webRoot) : undefined
  app.server.maxConnections = ctx.config.api.maxConnections
  const { rateLimits, now } = ctx
  const sessions = sessionAuthenticator(ctx)
  const versions = createVersions({ ...ctx, ...ctx.config })
  const tags = createTags(ctx.config.build)
  app.addHook('onClose', () => versions.stop())
  answerUnchangedFirst(app, { peekSession: sessions.peek, versions, tags, rateLimits, now })
  traceRequests(app)
  measureRequests(app)
  nameRequests(app)
  refuseWhileClosing(app)
  securityHeaders(app, ctx.config.storage.publicEndpoint, page)
  replyWithErrors(app)
  dropUnreadBodies(app)
  await app.register(multipart)

  const gate = {
    authenticators: [keyAuthenticator(ctx), sessions],
    rateLimits,
    now,
    versions,
    tags,
    requireOn: (name: SwitchName) => requireOn(ctx, name),
    once: createOnce(ctx),
    idleMs: timeouts.idleMs,
  }
  const routes = createRoutes(app, gate)
  addRoutes(routes, ctx, app)
  liveRoutes(routes, { versions, sessions, app })
  await apiDocsRoutes(app, ctx)

  if (webRoot && page !== undefined) {
    await serveWeb(app, webRoot, page)
    publicPageRoutes(app, ctx, page)
    samplePageRoutes(app, ctx, page)
  }
  return app
}

function addRoutes(routes: Routes, ctx: Context, app: FastifyInstance): void {
  sessionRoutes(routes, ctx)
  accountRoutes(routes, ctx)
  providerRoutes(routes, ctx)
  billingRoutes(routes, ctx)
  uploadRoutes(routes, ctx)
  linkRoutes(routes, ctx)
  scriptRoutes(routes, ctx)
  transcriptRoutes(routes, ctx)
  transcriptionRoutes(routes, ctx)
  vocabularyMarkRoutes(routes, ctx)
  folderRoutes(routes, ctx)
  libraryRoutes(routes, ctx)
  summaryRoutes(routes, ctx)
  retentionRoutes(routes, ctx)
  spendingRoutes(routes, ctx)
  templateRoutes(routes, ctx)
  secondFactorRoutes(routes, ctx)
  apiKeyRoutes(routes, ctx)
  notificationRoutes(routes, ctx)
  webhookRoutes(routes, ctx)
  vocabularyRoutes(routes, ctx)
  vocabularySharingRoutes(routes, ctx)
  privacyRoutes(routes, ctx)
  installationRoutes(routes, ctx)
  feedbackRoutes(routes, ctx)
  openaiRoutes(routes, ctx, app)
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

/** Every reply tells its id, so that a program can name the request that failed. */
function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
}

function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    requestDuration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}
