import type { FastifyInstance } from 'fastify'

const LINGER_MS = 5000

/**
 * Discards the unread body of a refused upload for a few seconds, so that the client can read the response, then closes
 * the connection, which would otherwise stay open.
 */
export function dropUnreadBodies(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return
    raw.unpipe()
    raw.resume()
    const cut = setTimeout(() => raw.destroy(), LINGER_MS).unref()
    raw.once('close', () => clearTimeout(cut))
  })
}
