import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { isTracing, type RequestSpan, startRequestSpan } from '#platform/tracing/spans.ts'

/** A span per request, named by its route template: a path carries ids, and sometimes secrets. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  const end = (request: FastifyRequest, { statusCode }: Pick<FastifyReply, 'statusCode'>) =>
    spans.get(request)?.end({ 'http.response.status_code': statusCode }, statusCode >= 500)

  app.addHook('onRequest', (request, _reply, done) => {
    const span = startRequestSpan(nameOf(request), {
      'http.request.method': request.method,
      'http.route': routeOf(request),
      'request.id': request.id,
    })
    if (!span) return done()
    spans.set(request, span)
    span.enter(done)
  })
  // Reading the body leaves the context: its events belong to the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.enter(done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => end(request, reply))
  app.addHook('onRequestAbort', async (request) => end(request, { statusCode: CLOSED_BY_CLIENT }))
}

/** As nginx logs it. */
const CLOSED_BY_CLIENT = 499

function nameOf(request: FastifyRequest): string {
  return `${request.method} ${routeOf(request)}`
}

function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? 'unknown'
}
