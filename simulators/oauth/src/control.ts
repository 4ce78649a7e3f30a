import * as z from 'zod'

import { providers } from './clients.ts'
import { failureModes, type Failures } from './failures.ts'
import { type Grants, newToken } from './grants.ts'
import { type Asked, json, type Reply, type Routes } from './http.ts'
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

/** For tests only: what no person can ask of a provider. */
export function controlRoutes(grants: Grants, failures: Failures): Routes {
  return {
    'POST /control/token': (asked) =>
      obey(asked, Token, ({ provider, scope = allScopes[provider], ...grant }) => ({
        accessToken: grants.issueToken({ provider, scope, ...grant }),
      })),
    'POST /control/code': (asked) =>
      obey(asked, Code, (grant) => {
        const deviceId = newToken()
        return { code: grants.issueCode({ provider: 'vk', scope: allScopes.vk, deviceId, ...grant }), deviceId }
      }),
    'POST /control/fail': (asked) =>
      obey(asked, Fail, ({ provider, mode, times }) => {
        failures.plan(provider, mode, times)
        return {}
      }),
  }
}

function obey<Command>(
  { headers, body }: Asked,
  schema: z.ZodType<Command>,
  work: (command: Command) => object,
): Reply {
  // A page of another site can send a form here, but no JSON.
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
