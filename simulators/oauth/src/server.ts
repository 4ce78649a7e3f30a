import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { providers } from './clients.ts'
import { controlRoutes } from './control.ts'
import { createFailures, fail, type Failures } from './failures.ts'
import { googleRoutes } from './google.ts'
import { createGrants } from './grants.ts'
import { type Asked, json, readRequest, type Routes, send } from './http.ts'
import { vkRoutes } from './vk.ts'
import { yandexRoutes } from './yandex.ts'

// Only this machine may talk to it: it takes everybody for whom they say they are.
const host = '127.0.0.1'

type Options = { port: number; now?: () => number }

export type OauthSimulator = { url: string; close(): Promise<void> }

/** Plays Google, Yandex ID and VK ID under one address; port 0 takes any free one. */
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
      (asked) => answer(routes, failures, asked, response),
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
  // A server that listens on a host and a port always has an address of this shape.
  return { url: `http://${host}:${(server.address() as AddressInfo).port}`, close }
}

function answer(routes: Routes, failures: Failures, asked: Asked, response: ServerResponse): void {
  const route = routes[`${asked.method} ${asked.path}`]
  if (!route) return send(response, json(404, { error: 'not_found' }))
  const provider = providers.find((name) => asked.path.startsWith(`/${name}/`))
  // Pages that people see stay as they are; what fails is what servers ask.
  const isPage = /\/(auth|authorize)$/.test(asked.path) && !asked.path.startsWith('/vk/oauth2/')
  const failure = provider && !isPage ? failures.take(provider) : undefined
  if (failure) return fail(failure, response)
  send(response, route(asked))
}
