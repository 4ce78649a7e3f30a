import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { AppError } from '#platform/errors.ts'

import { encode, encodingFor } from './encoding.ts'

const PAGE = 'index.html'

/** The page of the built web app, whatever its address. */
export function readPage(root: string): string {
  return readFileSync(join(root, PAGE), 'utf8')
}

/** Serves the built web app; any path that is neither a file nor an API call is one of its pages. */
export async function serveWeb(app: FastifyInstance, root: string, page: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    // The build wrote `.br` and `.gz` beside each file; they have no address of their own.
    preCompressed: true,
    globIgnore: [PAGE, '**/*.{br,gz}'],
    setHeaders: (reply, path) => {
      // Names of built assets contain a hash.
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // The app's service worker takes what other apps share. A browser without one sends it here: it is not read, and its
  // sender chooses the files again.
  app.post('/share', (_request, reply) => reply.header('connection', 'close').redirect('/upload', 303))
  app.get('/*', (request, reply) => {
    if (/^\/(api|v1)\//.test(request.url)) throw new AppError('notFound')
    return sendPage(request, reply, page)
  })
}

/** Caches ask before they show a page again: it names the assets of this release, and may hold a file's text. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): Promise<FastifyReply> {
  const tag = `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
  void reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag: tag })
  if (reply.statusCode === 200 && request.headers['if-none-match'] === tag) return reply.code(304).send()
  const { encoding, body } = await encode(page, encodingFor(request.headers['accept-encoding']))
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(body)
}
