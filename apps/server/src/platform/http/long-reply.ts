import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

import { AppError } from '#platform/errors.ts'
import { Slots } from '#platform/limits/slots.ts'

import { encode, type Encoded, encodingFor } from './encoding.ts'
import type { Tags } from './versioned.ts'

/** A reply that may be a long text. Whoever makes it has checked that the caller may read it. */
export type LongReply = {
  /** Absent if the reply moves with time. */
  state?: State
  /** Builds the reply as JSON. */
  build: () => Promise<string>
}

/** Replies of equal subject and version are the same, so they are tagged and kept by both. */
type State = { subject: string; version: string; until: Date }

type Kept = Encoded & { tag: string | undefined }
type Making = { state: State; work: () => Promise<Encoded> }

export type LongReplies = {
  answer(request: FastifyRequest, response: FastifyReply, reply: LongReply): Promise<unknown>
}

/** Some hundred texts of an hour, compressed. */
const KEPT_BYTES = 64_000_000

export function createLongReplies({ tags, now }: { tags: Tags; now: () => Date }): LongReplies {
  /** One reads while the other is built; the rest wait in the queue, and short replies pass between them. */
  const slots = new Slots(2, 500)
  /** Callers of one moment share the work. A deleted text must not stay in memory for want of others. */
  const cache = new LRUCache<string, Kept, Making>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ body }) => body.length,
    ttlAutopurge: true,
    // A text that is pushed out while it is made still reaches those who wait for it.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _old, { context: { state, work }, options }) => {
      const { subject, version, until } = state
      const tag = tags.tagOf(subject, version, until, now())
      const made = { ...(await work()), tag }
      options.ttl = Math.max(1, until.getTime() - now().getTime())
      return made
    },
  })

  const make = async (build: LongReply['build'], encoding: Encoded['encoding']): Promise<Encoded> => {
    const made = await slots.use(async () => encode(await build(), encoding))
    if (!made) throw new AppError('notAvailable')
    return made
  }

  return {
    answer: async (request, response, { state, build }) => {
      const { 'if-none-match': known = '', 'accept-encoding': accepted } = request.headers
      const encoding = encodingFor(accepted)
      void response.header('vary', 'accept-encoding')
      if (!state) return send(response, await make(build, encoding))
      const { subject, version } = state
      if (tags.isFresh(known, subject, version, now())) return response.header('etag', known).code(304).send()
      const key = `${subject} ${version} ${encoding}`
      const kept = await cache.forceFetch(key, { context: { state, work: () => make(build, encoding) } })
      if (kept.tag) void response.header('etag', kept.tag)
      return send(response, kept)
    },
  }
}

function send(response: FastifyReply, { encoding, body }: Encoded): Buffer {
  if (encoding !== 'identity') void response.header('content-encoding', encoding)
  void response.type('application/json; charset=utf-8')
  return body
}
