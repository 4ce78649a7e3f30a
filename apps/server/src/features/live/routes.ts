import { listenToEvents } from '@doslovno/contract/events.ts'
import type { FastifyInstance } from 'fastify'

import { replyWithError } from '#platform/http/error-reply.ts'
import type { Routes } from '#platform/http/route.ts'

import { createStreams } from './streams.ts'
import type { LiveVersions } from './versions.ts'

export function liveRoutes(routes: Routes, versions: LiveVersions, app: FastifyInstance): void {
  const streams = createStreams(versions)
  app.addHook('preClose', async () => streams.closeAll())

  routes.addForeign(listenToEvents, {
    errorHandler: replyWithError,
    handler: async ({ userId }, request, response) => {
      const { 'last-event-id': last } = request.headers
      response.hijack()
      streams.open(userId, response.raw, typeof last === 'string' && /^\d+$/.test(last) ? Number(last) : undefined)
    },
  })
}
