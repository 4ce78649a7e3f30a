import { createTranscription } from '@doslovno/contract/transcriptions.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'

import type { Context } from '#context.ts'
import { AppError } from '#platform/errors.ts'
import type { Routes } from '#platform/http/route.ts'

import { replyAsOpenai } from './errors.ts'
import { transcribe } from './transcribe.ts'

const RETRY_SECONDS = 30

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

type Places = {
  /** Does the work if there is a place for one more; otherwise throws 429. */
  use<T>(userId: string, work: () => Promise<T>): Promise<T>
}

/** Limits how many requests wait at once, of one user and of all: each holds a connection and polls the database. */
function createPlaces(limits: { user: number; all: number }): Places {
  const taken = new Map<string, number>()
  let all = 0
  const leave = (userId: string) => {
    const left = (taken.get(userId) ?? 0) - 1
    if (left > 0) taken.set(userId, left)
    else taken.delete(userId)
    all--
  }
  return {
    use: async (userId, work) => {
      const own = taken.get(userId) ?? 0
      if (own >= limits.user || all >= limits.all)
        throw new AppError('tooManyRequests', { retryAfterSeconds: RETRY_SECONDS })
      taken.set(userId, own + 1)
      all++
      try {
        return await work()
      } finally {
        leave(userId)
      }
    },
  }
}
