import type { Readable } from 'node:stream'

import type { Endpoint, Input, Reply } from '@doslovno/contract/endpoint.ts'
import type { Actor, SessionActor } from '@doslovno/domain/access.ts'
import { timeZoneOf } from '@doslovno/domain/account/time-zone.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { AppError } from '#platform/errors.ts'

import { admit, type Gatekeeper, isForUsers } from './admit.ts'
import { createLongReplies, type LongReply } from './long-reply.ts'
import { answerOnce, type Keep, keepNothing, type Once } from './once.ts'
import { allowSlowBody } from './slow-body.ts'
import { answerByVersion, type Tags, type Versioned, type Versions } from './versioned.ts'

export type ActorOf<E extends Endpoint> = E['auth'] extends 'session'
  ? SessionActor
  : E['auth'] extends 'user'
    ? Actor
    : Actor | undefined
export type Handler<E extends Endpoint> = (
  input: Input<E>,
  actor: ActorOf<E>,
  request: FastifyRequest,
  keep: Keep<Reply<E>>,
) => Promise<Reply<E>>

type UserEndpoint = Endpoint & { auth: 'user' | 'session'; isVersioned: true }
export type VersionedHandler<E extends Endpoint> = (
  input: Input<E>,
  actor: ActorOf<E>,
  request: FastifyRequest,
) => Promise<Versioned<Reply<E>>>

export type LongHandler<E extends Endpoint> = (
  input: Input<E>,
  actor: ActorOf<E>,
  request: FastifyRequest,
) => Promise<LongReply>

/** A file that is sent while it is made. */
export type Download = { name: string; mediaType: string; content: Readable }

export type DownloadHandler<E extends Endpoint> = (input: Input<E>, actor: ActorOf<E>) => Promise<Download>

/** Registers endpoints of the contract: authenticates the caller, validates the input and the reply. */
export type Routes = {
  add<const E extends Endpoint>(endpoint: E, handler: Handler<E>): void
  /** For polls: a caller whose tag is still true gets 304 without a call of the handler. */
  addVersioned<const E extends UserEndpoint>(endpoint: E, handler: VersionedHandler<E>): void
  /** For long texts: the handler decides whether the caller may read, and builds the reply only if it must be sent. */
  addLong<const E extends Endpoint & { isLong: true }>(endpoint: E, handler: LongHandler<E>): void
  /** For files; one that cannot be finished breaks off. */
  addDownload<const E extends Endpoint & { isDownload: true }>(endpoint: E, handler: DownloadHandler<E>): void
  /** For an API that is not ours: the same gate, but the handler reads the request and shapes replies and errors. */
  addForeign<const E extends Endpoint>(endpoint: E, foreign: Foreign<E>): void
}

export type Foreign<E extends Endpoint> = {
  handler: (actor: ActorOf<E>, request: FastifyRequest, response: FastifyReply) => Promise<unknown>
  errorHandler: (error: unknown, request: FastifyRequest, response: FastifyReply) => unknown
}

type Gate = Gatekeeper & {
  once: Once
  versions: Versions
  tags: Tags
  /** A streamed body may pause this long. */
  idleMs: number
}

/** Forms of strangers are small; a signed-in user may send a long operation on a text. */
const STRANGER_BODY_BYTES = 64_000
const USER_BODY_BYTES = 1_000_000

/** Admits callers before the body is read: a refused one must not fill the memory. */
function createEntrance(gate: Gate) {
  const actors = new WeakMap<FastifyRequest, Actor | undefined>()
  const entrance = (endpoint: Endpoint) => ({
    method: endpoint.method,
    url: endpoint.path,
    // Two lines per poll would be most of the log.
    ...(endpoint.isPolled && { logLevel: 'warn' as const }),
    bodyLimit: isForUsers(endpoint) ? USER_BODY_BYTES : STRANGER_BODY_BYTES,
    onRequest: async (request: FastifyRequest, response: FastifyReply) => {
      actors.set(request, await admit(gate, endpoint, request, response))
      if (endpoint.isStreamed) allowSlowBody(request.raw, gate.idleMs)
    },
  })
  return { actors, entrance }
}

type Entrance = ReturnType<typeof createEntrance>

export function createRoutes(app: FastifyInstance, gate: Gate): Routes {
  const { actors, entrance } = createEntrance(gate)
  const longReplies = createLongReplies(gate)
  return {
    addForeign: foreignOf(app, { actors, entrance }),
    addDownload: downloadsOf(app, { actors, entrance }),
    addLong: (endpoint, handler) => {
      app.route({
        ...entrance(endpoint),
        handler: async (request, response) => {
          // The casts are safe: readInput and admit have checked both values.
          const input = readInput(endpoint, request) as Input<typeof endpoint>
          const reply = await handler(input, actors.get(request) as ActorOf<typeof endpoint>, request)
          return longReplies.answer(request, response, reply)
        },
      })
    },
    addVersioned: (endpoint, handler) => {
      app.route({
        ...entrance(endpoint),
        config: { isVersioned: true },
        handler: async (request, response) => {
          const input = readInput(endpoint, request)
          // The casts are safe: readInput and admit have checked both values.
          const actor = actors.get(request) as Actor & ActorOf<typeof endpoint>
          return answerByVersion(gate, { userId: actor.userId, request, response }, async () => {
            const { reply, changesAt } = await handler(input as Input<typeof endpoint>, actor, request)
            return { reply: endpoint.reply.parse(reply), changesAt }
          })
        },
      })
    },
    add: (endpoint, handler) => {
      const register = (scope: FastifyInstance) =>
        scope.route({
          ...entrance(endpoint),
          handler: async (request, response) => {
            const input = readInput(endpoint, request)
            const actor = actors.get(request)
            // The casts are safe: readInput and admit have checked both values.
            const answer = async (keep: Keep<unknown>) =>
              endpoint.reply.parse(
                await handler(
                  input as Input<typeof endpoint>,
                  actor as ActorOf<typeof endpoint>,
                  request,
                  (tx, reply) => keep(tx, endpoint.reply.parse(reply)),
                ),
              )
            return endpoint.isCreating && actor
              ? answerOnce(gate.once, { endpoint, input, actor, request, response }, answer)
              : answer(keepNothing)
          },
        })
      if (endpoint.isForm) withForms(app, register)
      else register(app)
    },
  }
}

function foreignOf(app: FastifyInstance, { actors, entrance }: Entrance): Routes['addForeign'] {
  return (endpoint, { handler, errorHandler }) => {
    app.route({
      ...entrance(endpoint),
      errorHandler,
      // The cast is safe: admit has checked the actor.
      handler: (request, response) => handler(actors.get(request) as ActorOf<typeof endpoint>, request, response),
    })
  }
}

function downloadsOf(app: FastifyInstance, { actors, entrance }: Entrance): Routes['addDownload'] {
  return (endpoint, handler) => {
    app.route({
      ...entrance(endpoint),
      handler: async (request, response) => {
        // The casts are safe: readInput and admit have checked both values.
        const input = readInput(endpoint, request) as Input<typeof endpoint>
        const { name, mediaType, content } = await handler(input, actors.get(request) as ActorOf<typeof endpoint>)
        const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`
        return response.type(mediaType).header('content-disposition', disposition).send(content)
      },
    })
  }
}

/** The parser lives in a scope of its own: a page of another site can post forms, and no other endpoint takes them. */
function withForms(app: FastifyInstance, register: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async () => undefined)
    register(scope)
  })
}

/** Network address, browser and time zone of the caller. */
export type Client = { address: string; userAgent: string; timeZone?: string | undefined }

export function clientOf(request: FastifyRequest): Client {
  const { ip: address, headers } = request
  return { address, userAgent: (headers['user-agent'] ?? '').slice(0, 300), timeZone: timeZoneOf(headers['time-zone']) }
}

function readInput(endpoint: Endpoint, request: FastifyRequest) {
  const input = {
    params: endpoint.params?.parse(request.params),
    query: endpoint.query?.parse(request.query),
    body: endpoint.body?.parse(request.body ?? {}),
  }
  if (!isStorable(input)) throw new AppError('invalidRequest')
  return input
}

/** Vendors' objects, such as those of passkeys, are passed on as they come; no honest one nests deeper. */
const MOST_DEPTH = 50

/** PostgreSQL refuses NUL in any text, and half of a surrogate pair in JSON. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return depth < MOST_DEPTH && Object.values(value).every((inner) => isStorable(inner, depth + 1))
}
