import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import { AppError } from '#platform/errors.ts'

/** Serves the built web app; any path that is neither a file nor an API call is one of its pages. */
export async function serveWeb(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    setHeaders: (reply, path) => {
      // Names of built assets contain a hash.
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', (request, reply) => {
    if (/^\/(api|v1)\//.test(request.url)) throw new AppError('notFound')
    return reply.sendFile('index.html')
  })
}
