import * as z from 'zod'

import { providers } from './clients.ts'
import { failureModes, type Failures } from './failures.ts'
import { type Grants, newToken } from './grants.ts'
import { type Call, json, type Reply, type Routes } from './http.ts'
import { Person } from './people.ts'

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
export function controlRoutes(grants: Grants, failures: Failures): Routes {
  return {
    'POST /control/token': (call) =>
      handle(call, Token, ({ provider, scope = allScopes[provider], ...grant }) => ({
        accessToken: grants.issueToken({ provider, scope, ...grant }),
      })),
    'POST /control/code': (call) =>
      handle(call, Code, (grant) => {
        const deviceId = newToken()
        return { code: grants.issueCode({ provider: 'vk', scope: allScopes.vk, deviceId, ...grant }), deviceId }
      }),
    'POST /control/fail': (call) =>
      handle(call, Fail, ({ provider, mode, times }) => {
        failures.plan(provider, mode, times)
        return {}
      }),
  }
}

function handle<Command>(
  { headers, body }: Call,
  schema: z.ZodType<Command>,
  work: (command: Command) => object,
): Reply {
  // Another site's page could post a form here, but not JSON.
  if (!headers['content-type']?.startsWith('application/json')) return json(415, { error: 'JSON is expected' })
  const command = schema.safeParse(parse(body))
  return command.success ? json(200, work(command.data)) : json(400, { error: z.prettifyError(command.error) })
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
