import type { Endpoint, Input, Reply } from '@doslovno/contract/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { AppError } from './errors.ts'
import type { Tokens, Viewer } from './tokens.ts'

export type ViewerOf<E extends Endpoint> = E['auth'] extends 'user' ? Viewer : Viewer | undefined
export type Handler<E extends Endpoint> = (
  input: Input<E>,
  viewer: ViewerOf<E>,
  request: FastifyRequest,
) => Promise<Reply<E>>

/** Registers endpoints of the contract: checks the token and the input on the way in, the reply on the way out. */
export type Routes = { add<const E extends Endpoint>(endpoint: E, handler: Handler<E>): void }

export function createRoutes(app: FastifyInstance, tokens: Tokens, now: () => Date): Routes {
  return {
    add: (endpoint, handler) => {
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        handler: async (request) => {
          const viewer = await readViewer(request.headers.authorization, tokens, now())
          if (endpoint.auth === 'user' && !viewer) throw new AppError('needAuthorization')
          // The two casts are what this function is for: past the checks, the types hold.
          const reply = await handler(
            readInput(endpoint, request) as Input<typeof endpoint>,
            viewer as ViewerOf<typeof endpoint>,
            request,
          )
          return endpoint.reply.parse(reply)
        },
      })
    },
  }
}

async function readViewer(header: string | undefined, tokens: Tokens, now: Date): Promise<Viewer | undefined> {
  return header?.startsWith('Bearer ') ? tokens.readAccess(header.slice('Bearer '.length), now) : undefined
}

function readInput(endpoint: Endpoint, request: FastifyRequest) {
  return {
    params: endpoint.params?.parse(request.params),
    query: endpoint.query?.parse(request.query),
    body: endpoint.body?.parse(request.body ?? {}),
  }
}
