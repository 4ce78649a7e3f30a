import type { Endpoint, Input, Reply } from '@doslovno/contract/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { AppError } from './errors.ts'
import type { Limits } from './limits.ts'
import type { Tokens, Viewer } from './tokens.ts'

export type ViewerOf<E extends Endpoint> = E['auth'] extends 'user' ? Viewer : Viewer | undefined
export type Handler<E extends Endpoint> = (
  input: Input<E>,
  viewer: ViewerOf<E>,
  request: FastifyRequest,
) => Promise<Reply<E>>

/** Registers endpoints of the contract: checks the token and the input on the way in, the reply on the way out. */
export type Routes = { add<const E extends Endpoint>(endpoint: E, handler: Handler<E>): void }

type Gate = {
  tokens: Tokens
  limits: Limits
  /** A token outlives its session by minutes; this tells whether the session still lives. */
  isLive: (viewer: Viewer) => Promise<boolean>
  now: () => Date
}

export function createRoutes(app: FastifyInstance, gate: Gate): Routes {
  return {
    add: (endpoint, handler) => {
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        handler: async (request) => {
          const viewer = await readViewer(request.headers.authorization, gate)
          if (endpoint.auth === 'user' && !viewer) throw new AppError('needAuthorization')
          await countCall(gate.limits, endpoint, viewer, request.ip)
          const input = readInput(endpoint, request)
          // The two casts are what this function is for: past the checks, the types hold.
          const reply = await handler(input as Input<typeof endpoint>, viewer as ViewerOf<typeof endpoint>, request)
          return endpoint.reply.parse(reply)
        },
      })
    },
  }
}

/** Who calls from where, as far as the network tells. */
export type Client = { address: string; userAgent: string }

export function clientOf(request: FastifyRequest): Client {
  return { address: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) }
}

async function readViewer(header: string | undefined, { tokens, isLive, now }: Gate): Promise<Viewer | undefined> {
  if (!header?.startsWith('Bearer ')) return undefined
  const viewer = await tokens.readAccess(header.slice('Bearer '.length), now())
  return viewer && (await isLive(viewer)) ? viewer : undefined
}

async function countCall(
  limits: Limits,
  { isPolled }: Endpoint,
  viewer: Viewer | undefined,
  address: string,
): Promise<void> {
  if (!viewer) return limits.spend('addressCalls', address)
  return limits.spend(isPolled ? 'userPolls' : 'userCalls', viewer.userId)
}

function readInput(endpoint: Endpoint, request: FastifyRequest) {
  return {
    params: endpoint.params?.parse(request.params),
    query: endpoint.query?.parse(request.query),
    body: endpoint.body?.parse(request.body ?? {}),
  }
}
