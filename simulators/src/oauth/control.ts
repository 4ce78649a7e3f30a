import * as z from 'zod'

import { command } from '#control.ts'
import type { Routes } from '#http.ts'

import { providers } from './clients.ts'
import { failureModes, type Failures } from './failures.ts'
import { type Grants, newToken } from './grants.ts'
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
