import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { providers } from './clients.ts'
import { controlRoutes } from './control.ts'
import { createFailures, fail, type Failures } from './failures.ts'
import { googleRoutes } from './google.ts'
import { createGrants } from './grants.ts'
import { type Call, json, readRequest, type Routes, send } from './http.ts'
import { vkRoutes } from './vk.ts'
import { yandexRoutes } from './yandex.ts'

// Local only: it believes anybody to be anyone.
const host = '127.0.0.1'

type Options = { port: number; now?: () => number }

export type OauthSimulator = { url: string; close(): Promise<void> }

/** Simulates Google, Yandex ID and VK ID at one address; port 0 picks a free one. */
export async function startOauthSimulator({ port, now = Date.now }: Options): Promise<OauthSimulator> {
  const grants = createGrants(now)
  const failures = createFailures()
  const routes = {
    ...googleRoutes(grants),
    ...yandexRoutes(grants),
    ...vkRoutes(grants),
    ...controlRoutes(grants, failures),
  }
  const server = createServer((request, response) => {
    readRequest(request).then(
      (call) => answer(routes, failures, call, response),
      () => response.destroy(),
    )
  }).listen(port, host)
  await once(server, 'listening').catch((cause: unknown) => {
    throw new Error('The port is taken', { cause })
  })
  const close = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  // A server listening on a host and port always has an address of this shape.
  return { url: `http://${host}:${(server.address() as AddressInfo).port}`, close }
}

function answer(routes: Routes, failures: Failures, call: Call, response: ServerResponse): void {
  const route = routes[`${call.method} ${call.path}`]
  if (!route) return send(response, json(404, { error: 'not_found' }))
  const provider = providers.find((name) => call.path.startsWith(`/${name}/`))
  // Only server-to-server calls fail, never the pages people see.
  const isPage = /\/(auth|authorize)$/.test(call.path) && !call.path.startsWith('/vk/oauth2/')
  const failure = provider && !isPage ? failures.take(provider) : undefined
  if (failure) return fail(failure, response)
  send(response, route(call))
}
