import { readStretch } from '@doslovno/domain/transcript/quote.ts'
import { publicPageTexts as texts } from '@doslovno/texts/public-page.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'

import type { Context } from '#context.ts'
import { allowFraming } from '#platform/http/security-headers.ts'
import { sendPage } from '#platform/http/web-root.ts'

import { embedPage, emptyEmbed } from './embed.ts'
import { withFile } from './markup.ts'
import { readPublicFile } from './read.ts'

const Visit = z.object({ params: z.object({ id: z.uuid() }), query: z.object({ t: z.string().optional() }) })

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
}

/** A page without the text still works: the app asks for it, and says what is wrong. */
async function readable({ db, rateLimits, log }: Context, id: string, t: string | undefined, address: string) {
  try {
    if (!(await rateLimits.isWithin('pageReads', address))) return 'busy'
    return await readPublicFile(db, id, t === undefined ? undefined : readStretch(t))
  } catch (error) {
    log.warn({ err: error }, 'a page is sent without its text')
    return 'busy'
  }
}
