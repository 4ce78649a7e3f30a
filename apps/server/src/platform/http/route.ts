import type { Endpoint, Input, Reply } from '@doslovno/contract/endpoint.ts'
import type { Actor, SessionActor } from '@doslovno/domain/access.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { AppError } from '#platform/errors.ts'
import type { RateLimits } from '#platform/limits/rate-limits.ts'
import { Slots } from '#platform/limits/slots.ts'

import { allowSlowBody } from './slow-body.ts'
import { isStorable } from './storable.ts'

export type ActorOf<E extends Endpoint> = E['auth'] extends 'session'
  ? SessionActor
  : E['auth'] extends 'user'
    ? Actor
    : Actor | undefined
export type Handler<E extends Endpoint> = (
  input: Input<E>,
  actor: ActorOf<E>,
  request: FastifyRequest,
) => Promise<Reply<E>>

/** Registers endpoints of the contract: authenticates the caller, validates the input and the reply. */
export type Routes = { add<const E extends Endpoint>(endpoint: E, handler: Handler<E>): void }

/** Resolves one kind of credential to its actor; undefined if the token is of another kind or not valid. */
export type Authenticator = (token: string, now: Date) => Promise<Actor | undefined>

type Gate = {
  /** Tried in this order; the first actor wins. */
  authenticators: readonly Authenticator[]
  rateLimits: RateLimits
  now: () => Date
  /** A streamed body may pause this long. */
  idleMs: number
}

/** Forms of strangers are small; a signed-in user may send a long operation on a text. */
const STRANGER_BODY_BYTES = 64_000
const USER_BODY_BYTES = 1_000_000

export function createRoutes(app: FastifyInstance, gate: Gate): Routes {
  const actors = new WeakMap<FastifyRequest, Actor | undefined>()
  return {
    add: (endpoint, handler) => {
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        bodyLimit: isForUsers(endpoint) ? USER_BODY_BYTES : STRANGER_BODY_BYTES,
        // Before the body is read: a refused caller must not fill the memory.
        onRequest: async (request) => {
          actors.set(request, await admit(gate, endpoint, request))
          if (endpoint.isStreamed) allowSlowBody(request.raw, gate.idleMs)
        },
        handler: async (request, response) => {
          const input = readInput(endpoint, request)
          const actor = actors.get(request)
          // The casts are safe: readInput and admit have checked both values.
          const answer = async () =>
            endpoint.reply.parse(
              await handler(input as Input<typeof endpoint>, actor as ActorOf<typeof endpoint>, request),
            )
          return endpoint.isLong ? inTurn(response, answer) : answer()
        },
      })
    },
  }
}

/** One reads while the other is built; the rest wait in the queue, and short replies pass between them. */
const longReplies = new Slots(2, 500)

async function inTurn(response: FastifyReply, answer: () => Promise<unknown>): Promise<string> {
  const text = await longReplies.use(async () => JSON.stringify(await answer()))
  if (text === undefined) throw new AppError('notAvailable')
  void response.type('application/json; charset=utf-8')
  return text
}

/** Network address and browser of the caller. */
export type Client = { address: string; userAgent: string }

export function clientOf(request: FastifyRequest): Client {
  return { address: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) }
}

/** Counts the call, also a refused one, and returns its actor. */
async function admit(gate: Gate, endpoint: Endpoint, request: FastifyRequest): Promise<Actor | undefined> {
  const actor = await authenticate(request.headers.authorization, gate)
  await countCall(gate.rateLimits, endpoint, actor, request.ip)
  if (!isAdmitted(endpoint, actor)) throw new AppError('needAuthorization')
  return actor
}

const BEARER = 'Bearer '

async function authenticate(header: string | undefined, { authenticators, now }: Gate): Promise<Actor | undefined> {
  if (!header?.startsWith(BEARER)) return undefined
  const token = header.slice(BEARER.length)
  for (const authenticator of authenticators) {
    const actor = await authenticator(token, now())
    if (actor) return actor
  }
  return undefined
}

function isAdmitted(endpoint: Endpoint, actor: Actor | undefined): boolean {
  if (endpoint.auth === 'session') return actor?.kind === 'session'
  return !isForUsers(endpoint) || actor !== undefined
}

function isForUsers({ auth }: Endpoint): boolean {
  return auth === 'user' || auth === 'session'
}

async function countCall(
  rateLimits: RateLimits,
  { isPolled }: Endpoint,
  actor: Actor | undefined,
  address: string,
): Promise<void> {
  if (!actor) return rateLimits.spend('addressCalls', address)
  return rateLimits.spend(isPolled ? 'userPolls' : 'userCalls', actor.userId)
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
