import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'

export const User = z.object({
  id: z.string(),
  name: z.string(),
  surname: z.string(),
  email: z.nullable(z.string()),
  isSuperuser: z.boolean(),
  tariff: z.object({ fileSize: z.number() }),
})
export type User = z.infer<typeof User>

export const TokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type TokenPair = z.infer<typeof TokenPair>

export const LoginResult = z.object({
  ...TokenPair.shape,
  needToPrivacyApprove: z.boolean(),
  isRegistration: z.boolean(),
})
export type LoginResult = z.infer<typeof LoginResult>

const Done = z.object({})

export const login = {
  method: 'POST',
  path: '/api/account/login',
  auth: 'none',
  body: z.object({ email: z.string().check(z.maxLength(320)), password: z.string().check(z.maxLength(128)) }),
  reply: LoginResult,
} as const satisfies Endpoint

export const logout = {
  method: 'POST',
  path: '/api/account/logout',
  auth: 'none',
  body: z.object({ refreshToken: z.string().check(z.maxLength(200)) }),
  reply: Done,
} as const satisfies Endpoint

export const updateToken = {
  method: 'POST',
  path: '/api/account/update-token',
  auth: 'none',
  body: z.object({ refreshToken: z.string().check(z.maxLength(200)) }),
  reply: TokenPair,
} as const satisfies Endpoint

export const getAccount = {
  method: 'GET',
  path: '/api/account',
  auth: 'user',
  reply: z.object({ user: User }),
} as const satisfies Endpoint
