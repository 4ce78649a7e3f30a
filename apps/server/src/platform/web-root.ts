import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import { AppError } from './errors.ts'

/** Serves the built web app; every path that is no file and no API call is a page of it. */
export async function serveWeb(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    setHeaders: (reply, path) => {
      // Built files carry a hash in their names.
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', (request, reply) => {
    if (request.url.startsWith('/api/')) throw new AppError('notFound')
    return reply.sendFile('index.html')
  })
}
