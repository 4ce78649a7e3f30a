import { type Answer, type Call } from '#http.ts'
import { serve, type Simulator } from '#serve.ts'

import { providers } from './clients.ts'
import { controlRoutes } from './control.ts'
import { createFailures, fail, type Failures } from './failures.ts'
import { googleRoutes } from './google.ts'
import { createGrants } from './grants.ts'
import { vkRoutes } from './vk.ts'
import { yandexRoutes } from './yandex.ts'

type Options = { port: number; now?: () => number }

export type OauthSimulator = Simulator

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
  return serve({ port, routes, before: (call) => failAsPlanned(failures, call) })
}

/** Only server-to-server calls fail, never the pages people see. */
function failAsPlanned(failures: Failures, { path }: Call): Answer | undefined {
  const provider = providers.find((name) => path.startsWith(`/${name}/`))
  const isPage = /\/(auth|authorize)$/.test(path) && !path.startsWith('/vk/oauth2/')
  const failure = provider && !isPage ? failures.take(provider) : undefined
  return failure && ((response) => fail(failure, response))
}
