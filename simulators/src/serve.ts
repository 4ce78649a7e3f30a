import type { AddressInfo } from 'node:net'

import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'

import { type Answer, type Call, json, type Routes, send } from './http.ts'

/** Anybody who reaches a simulator may control it: only a container, which publishes its ports by itself, opens it. */
export const host = process.env.SIMULATORS_HOST ?? '127.0.0.1'
/** OpenAI's own limit of an upload. */
const LONGEST_BODY = 25 * 1024 * 1024
const NO_BODY = Buffer.alloc(0)

type Options = {
  port: number
  routes: Routes
  /** Answers in the place of a route, also of one that does not exist. */
  before?: (call: Call) => Answer | undefined
  missing?: Answer
}

export type Simulator = { url: string; close: () => Promise<void> }

/** Serves a simulator; port 0 picks a free one. */
export async function serve({
  port,
  routes,
  before,
  missing = json(404, { error: 'not_found' }),
}: Options): Promise<Simulator> {
  const app = Fastify({ bodyLimit: LONGEST_BODY, forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // Any failure breaks the connection, which no client can take for an answer.
  app.setErrorHandler((_error, _request, reply) => void reply.hijack().raw.destroy())
  const handle = (route: Routes[string]) => async (request: FastifyRequest, reply: FastifyReply) => {
    const call = callOf(request)
    const answer = before?.(call) ?? (await route(call))
    reply.hijack()
    if (typeof answer !== 'function') return send(reply.raw, answer)
    try {
      await answer(reply.raw)
    } catch {
      reply.raw.destroy()
    }
  }
  for (const [name, route] of Object.entries(routes)) {
    const [method = '', url = ''] = name.split(' ')
    app.route({ method: method === 'ALL' ? app.supportedMethods : method, url, handler: handle(route) })
  }
  app.setNotFoundHandler(handle(() => missing))
  await app.listen({ port, host }).catch((cause: unknown) => {
    throw new Error('The port is taken', { cause })
  })
  // A server that listens on a host and port always has an address of this shape.
  const { port: chosen } = app.server.address() as AddressInfo
  return { url: `http://${host}:${chosen}`, close: () => app.close() }
}

function callOf({ method, url, headers, body }: FastifyRequest): Call {
  // The parser leaves bodies as bytes; a request without one has none.
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  return { method, path: pathname, query: searchParams, headers, body: (body as Buffer<ArrayBuffer>) ?? NO_BODY }
}
