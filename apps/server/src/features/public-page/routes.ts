import { readStretch } from '@doslovno/domain/transcript/quote.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'

import type { Context } from '#context.ts'
import { sendPage } from '#platform/http/web-root.ts'

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
    return sendPage(request, reply, file ? withFile(page, file, ctx.config.publicUrl) : page)
  })
}

/** A page without the text still works: the app asks for it, and says what is wrong. */
async function readable({ db, rateLimits, log }: Context, id: string, t: string | undefined, address: string) {
  try {
    if (!(await rateLimits.isWithin('pageReads', address))) return undefined
    return await readPublicFile(db, id, t === undefined ? undefined : readStretch(t))
  } catch (error) {
    log.warn({ err: error }, 'a page is sent without its text')
    return undefined
  }
}
