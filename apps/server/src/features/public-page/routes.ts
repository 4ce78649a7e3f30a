import { readStretch } from '@doslovno/domain/transcript/quote.ts'
import { publicPageTexts as texts } from '@doslovno/texts/public-page.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'

import type { Context } from '#context.ts'
import { AppError } from '#platform/errors.ts'
import { allowFraming } from '#platform/http/security-headers.ts'
import { sendPage } from '#platform/http/web-root.ts'

import { embedPage, emptyEmbed, withFile, withSample } from './markup.ts'
import { cardOf, createImages, versionOf } from './preview.ts'
import { type PublicFile, readPublicFile, readSample } from './read.ts'

const Visit = z.object({ params: z.object({ id: z.uuid() }), query: z.object({ t: z.string().optional() }) })
/** Drawn for no file. */
const ANY_IMAGE = '/preview.png'

/** The page of a public file has its text; that of any other is the same as of one that never was. */
export function publicPageRoutes(app: FastifyInstance, ctx: Context, page: string): void {
  app.get('/files/:id', async (request, reply) => {
    const visit = Visit.safeParse({ params: request.params, query: request.query })
    if (!visit.success) return sendPage(request, reply, page)
    const { params, query } = visit.data
    const file = await readable(ctx, params.id, query.t, request.ip)
    return sendPage(request, reply, file === 'busy' || !file ? page : withFile(page, file, ctx.config.publicUrl))
  })

  // The only page that others may put into a frame: it never loads the app, so there is nothing to press by mistake.
  app.get('/embed/:id', async (request, reply) => {
    allowFraming(reply)
    const visit = Visit.safeParse({ params: request.params, query: request.query })
    const { t } = visit.data?.query ?? {}
    const file = visit.success ? await readable(ctx, visit.data.params.id, t, request.ip) : undefined
    if (file === 'busy') return sendPage(request, reply.code(503), emptyEmbed(page, texts.busy))
    if (!file) return sendPage(request, reply.code(404), emptyEmbed(page, texts.unavailable))
    return sendPage(request, reply, embedPage(page, file, t))
  })
  previewRoute(app, ctx)
}

/** The page of the sample has its text too; search engines may list it. */
export function samplePageRoutes(app: FastifyInstance, ctx: Context, page: string): void {
  const sample = readSample()
  const samplePage = withSample(page, sample, ctx.config.publicUrl)
  const sendPreview = previewSender(ctx)
  app.get('/demo', (request, reply) => sendPage(request, reply, samplePage))
  app.get('/demo/:version/preview.png', (request, reply) => sendPreview(request, reply, sample))
}

/** A page without the text still works: the app asks for it, and says what is wrong. */
async function readable({ db, rateLimits, log }: Context, id: string, t: string | undefined, address: string) {
  try {
    if (!(await rateLimits.isWithin('pageReads', address))) return 'busy'
    return await readPublicFile(db, id, stretchOf(t))
  } catch (error) {
    log.warn({ err: error }, 'a page is sent without its text')
    return 'busy'
  }
}

const stretchOf = (t: string | undefined) => (t === undefined ? undefined : readStretch(t))

/** The image that messengers show with the link of a public file. */
function previewRoute(app: FastifyInstance, ctx: Context): void {
  const send = previewSender(ctx)
  app.get('/files/:id/:version/preview.png', async (request, reply) => {
    const visit = Visit.safeParse({ params: request.params, query: request.query })
    if (!visit.success) throw new AppError('notFound')
    const { params, query } = visit.data
    if (!(await ctx.rateLimits.isWithin('previewReads', request.ip))) return sendAnyImage(reply)
    const file = await readPublicFile(ctx.db, params.id, stretchOf(query.t))
    if (!file) throw new AppError('notFound')
    return send(request, reply, file)
  })
}

function previewSender(ctx: Context) {
  const imageOf = createImages(ctx)
  return async (request: FastifyRequest, reply: FastifyReply, file: PublicFile) => {
    const card = cardOf(file)
    const version = versionOf(card)
    const { version: asked } = request.params as { version: string }
    setCaching(reply, version, asked)
    if (isKnown(request, version)) return reply.code(304).send()
    const image = await imageOf(card, version)
    return image ? reply.type('image/png').send(image) : sendAnyImage(reply)
  }
}

/** The reader's own cache may keep an image; a shared one would show it after the file is closed. */
function setCaching(reply: FastifyReply, version: string, asked: string): void {
  void reply.headers({
    etag: `"${version}"`,
    'cache-control': version === asked ? 'private, max-age=86400, immutable' : 'no-cache',
    'cross-origin-resource-policy': 'cross-origin',
  })
}

function isKnown(request: FastifyRequest, version: string): boolean {
  return request.headers['if-none-match'] === `"${version}"`
}

function sendAnyImage(reply: FastifyReply): FastifyReply {
  return reply.removeHeader('etag').header('cache-control', 'no-store').redirect(ANY_IMAGE)
}
