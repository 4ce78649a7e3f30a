import { listenToEvents } from '@doslovno/contract/events.ts'
import type { FastifyInstance } from 'fastify'

import { replyWithError } from '#platform/http/error-reply.ts'
import type { Routes } from '#platform/http/route.ts'

import { createStreams, type Sessions } from './streams.ts'
import type { LiveVersions } from './versions.ts'

type Parts = { versions: LiveVersions; sessions: Sessions; app: FastifyInstance }

export function liveRoutes(routes: Routes, { versions, sessions, app }: Parts): void {
  const streams = createStreams(versions, sessions)
  app.addHook('preClose', async () => streams.closeAll())

  routes.addForeign(listenToEvents, {
    errorHandler: replyWithError,
    handler: async (session, request, response) => {
      const { 'last-event-id': last } = request.headers
      response.hijack()
      streams.open(session, response.raw, typeof last === 'string' && /^\d+$/.test(last) ? Number(last) : undefined)
    },
  })
}
