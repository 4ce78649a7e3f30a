import { createTranscription } from '@doslovno/contract/transcriptions.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { replyAsOpenai } from './errors.ts'
import { createPlaces } from './places.ts'
import { transcribe } from './transcribe.ts'

const PLACES = { user: 5, all: 200 }

/** The subset of OpenAI's API that we serve; clients change base URL and key. */
export function openaiRoutes(routes: Routes, ctx: Context, app: FastifyInstance): void {
  const places = createPlaces(PLACES)
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())

  routes.addForeign(createTranscription, {
    errorHandler: replyAsOpenai,
    handler: (actor, request, response) => {
      const waiting = AbortSignal.any([closing.signal, timeLeft(ctx, response), gone(response)])
      return places.use(actor.userId, () => transcribe(ctx, actor, { request, response, waiting }))
    },
  })
}

function timeLeft({ config }: Context, { elapsedTime }: FastifyReply): AbortSignal {
  return AbortSignal.timeout(Math.max(Math.round(config.api.transcriptionSeconds * 1000 - elapsedTime), 0))
}

/** Aborted when the client has disconnected. */
function gone({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  raw.once('close', () => leaving.abort())
  return leaving.signal
}
