import type { FastifyInstance } from 'fastify'

const draining = new WeakSet<FastifyInstance>()

/** Whether connections should move to another process. */
export function isDraining(app: FastifyInstance): boolean {
  return draining.has(app)
}

/** Once called, every reply closes its connection: clients and proxies open the next one to another process. */
export function createDrain(app: FastifyInstance): () => void {
  app.addHook('onSend', async (_request, reply) => {
    if (draining.has(app)) void reply.header('connection', 'close')
  })
  return () => {
    draining.add(app)
  }
}
