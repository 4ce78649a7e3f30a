import { createServer } from 'node:http'

import { isPoolFull, registry, serviceReady } from '#platform/telemetry.ts'

/** Ports of the processes without `OPS_PORT`. */
export const OPS_PORTS = { api: 3001, worker: 3002 }

export type Ops = { close(): Promise<void>; port: number }

type Options = { host: string; port: number; isReady: () => Promise<boolean> }

/**
 * A process's operations endpoint, never open to the public: /livez (the event loop runs), /readyz (ready for traffic,
 * degraded while calls wait for a connection to the database), /metrics.
 */
export async function startOps({ host, port, isReady }: Options): Promise<Ops> {
  const answers: Record<string, () => Promise<{ status: number; type: string; body: string }>> = {
    '/livez': async () => text(200, 'alive'),
    '/readyz': async () => {
      if (!(await isReady().catch(() => false))) return text(503, 'not ready')
      return text(200, isPoolFull() ? 'ready, degraded' : 'ready')
    },
    '/metrics': async () => {
      serviceReady.set((await isReadySoon(isReady)) ? 1 : 0)
      return { status: 200, type: registry.contentType, body: await registry.metrics() }
    },
  }
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''] ?? (async () => text(404, 'not found'))
    void answer().then(({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const READY_MS = 3000

/** A database that does not answer must not keep /metrics from doing so. */
function isReadySoon(isReady: () => Promise<boolean>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), READY_MS)
  void isReady().then(resolve, () => resolve(false))
  return promise.finally(() => clearTimeout(timer))
}

function text(status: number, body: string) {
  return { status, type: 'text/plain', body }
}
