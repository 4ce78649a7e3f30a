import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import type { Context } from '#context.ts'

import { openApiDocument, API_VERSION } from './document.ts'
import { contentPolicy, DOCUMENT_PATH, page, START_PATH, startScript } from './page.ts'

/** `GET /api/openapi.json` and the page `/api/docs` that draws it; both are for everybody. */
export async function apiDocsRoutes(app: FastifyInstance, { config }: Context): Promise<void> {
  const { folder, version } = findRenderer()
  const bundlePath = `/api/docs/${version}/`
  let text: string | undefined
  const documentText = () =>
    (text ??= JSON.stringify(openApiDocument({ publicUrl: config.publicUrl, version: API_VERSION })))

  app.get(DOCUMENT_PATH, (_request, reply) => {
    void reply.header('cache-control', 'public, max-age=300')
    return reply.type('application/json; charset=utf-8').send(documentText())
  })
  app.get('/api/docs', (_request, reply) => {
    void reply.header('content-security-policy', contentPolicy).header('cache-control', 'no-cache')
    return reply.removeHeader('x-robots-tag').type('text/html; charset=utf-8').send(page)
  })
  app.get(START_PATH, (_request, reply) => {
    void reply.header('cache-control', 'no-cache')
    return reply.type('text/javascript; charset=utf-8').send(startScript(`${bundlePath}standalone.esm.js`))
  })
  await app.register(fastifyStatic, {
    root: folder,
    prefix: bundlePath,
    decorateReply: false,
    index: false,
    allowedPath: (path) => path.endsWith('.js'),
    // The path contains the version.
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
}

/** The browser bundle of the renderer: we serve its files and run none of them. */
function findRenderer(): { folder: string; version: string } {
  const folder = resolve(dirname(fileURLToPath(import.meta.resolve('@scalar/api-reference'))), 'browser')
  const { version } = JSON.parse(readFileSync(resolve(folder, '../../package.json'), 'utf8')) as { version: string }
  return { folder, version }
}
