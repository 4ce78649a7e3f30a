import type { FastifyInstance } from 'fastify'

const LINGER_MS = 5000

/**
 * A refused upload has a body that nobody reads any more, and its connection would stay open for ever.
 * The rest is thrown away for a moment, so that the sender gets to read the answer, then the connection is cut.
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
