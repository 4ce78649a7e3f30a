import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'

import * as z from 'zod'

import { type Answer, type Call, command, html, json, redirect, type Reply, type Routes, send } from '#http.ts'
import { serve, type Simulator } from '#serve.ts'

import { authorizeRoutes } from './authorize.ts'
import { googleRoutes } from './google.ts'
import { createGrants, type Grants, newToken, Person, type Provider, providers, tokenSeconds } from './grants.ts'
import { vkRoutes } from './vk.ts'

function yandexRoutes(grants: Grants): Routes {
  return {
    ...authorizeRoutes({
      provider: 'yandex',
      path: '/yandex/authorize',
      sign: '#',
      responseType: 'token',
      defaultScope: 'login:email login:info',
      answer: ({ client, scope }, person) => {
        const access_token = grants.issueToken({ provider: 'yandex', clientId: client.id, person, scope })
        return { access_token, token_type: 'bearer', expires_in: String(tokenSeconds.yandex) }
      },
    }),
    'GET /yandex/info': ({ headers }) => info(grants, headers.authorization ?? ''),
  }
}

function info(grants: Grants, authorization: string): Reply {
  const grant = grants.findToken('yandex', /^OAuth (.+)$/.exec(authorization)?.[1] ?? '')
  // The real Yandex refuses with an empty body.
  if (!grant) return { status: 401, headers: { 'www-authenticate': 'OAuth' }, body: '' }
  const { id, name, surname, email, isEmailVerified } = grant.person
  // The answer lists only confirmed addresses.
  const emails = email && isEmailVerified ? [email] : []
  return json(200, {
    id,
    login: emails[0]?.split('@')[0] ?? `person-${id}`,
    client_id: grant.clientId,
    display_name: name,
    real_name: `${name} ${surname}`.trim(),
    first_name: name,
    last_name: surname,
    sex: null,
    ...(emails[0] && { default_email: emails[0], emails }),
    psuid: `1.${createHash('sha256').update(`${grant.clientId}:${id}`).digest('base64url')}`,
  })
}

/** How a provider can fail. */
const failureModes = ['down', 'slow', 'garbage', 'huge', 'redirect'] as const
type FailureMode = (typeof failureModes)[number]

type Failures = {
  plan(provider: Provider, mode: FailureMode, times: number): void
  /** How the next answer must fail, if at all. */
  take(provider: Provider): FailureMode | undefined
}

function createFailures(): Failures {
  const planned = new Map<Provider, { mode: FailureMode; left: number }>()
  return {
    plan: (provider, mode, times) => void planned.set(provider, { mode, left: times }),
    take: (provider) => {
      const plan = planned.get(provider)
      if (!plan || plan.left < 1) return undefined
      planned.set(provider, { ...plan, left: plan.left - 1 })
      return plan.mode
    },
  }
}

function fail(mode: FailureMode, response: ServerResponse): void {
  if (mode === 'down') response.destroy()
  if (mode === 'garbage') send(response, html(200, '<h1>It works!</h1>'))
  if (mode === 'huge') send(response, json(200, { filler: 'x'.repeat(1_000_000) }))
  if (mode === 'redirect') send(response, redirect('/', 302))
  // `slow` never answers: the caller times out or the simulator closes.
}

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

const allScopes = {
  google: 'openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
  yandex: 'login:email login:info',
  vk: 'email vkid.personal_info',
} as const

const Token = z.object({
  provider: z.enum(providers),
  clientId: z.string(),
  person: Person,
  scope: z.string().optional(),
})
const Code = z.object({ clientId: z.string(), person: Person, redirectUri: z.string(), challenge: z.string() })
const Fail = z.object({
  provider: z.enum(providers),
  mode: z.enum(failureModes),
  times: z.int().min(0).default(1),
})

/** Controls for tests: issue tokens and codes directly, make a provider fail. */
function controlRoutes(grants: Grants, failures: Failures): Routes {
  return {
    'POST /control/token': command(Token, ({ provider, scope = allScopes[provider], ...grant }) => ({
      accessToken: grants.issueToken({ provider, scope, ...grant }),
    })),
    'POST /control/code': command(Code, (grant) => {
      const deviceId = newToken()
      return { code: grants.issueCode({ provider: 'vk', scope: allScopes.vk, deviceId, ...grant }), deviceId }
    }),
    'POST /control/fail': command(Fail, ({ provider, mode, times }) => failures.plan(provider, mode, times)),
  }
}
