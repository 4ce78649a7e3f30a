import * as z from 'zod/mini'

import type { Endpoint } from '#endpoint.ts'
import { Done, Email, Password, Token } from '#fields.ts'

export const TokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type TokenPair = z.infer<typeof TokenPair>

/** Ways to prove a sign-in beyond the password or the provider. */
export const secondFactors = ['totp', 'passkey', 'recoveryCode'] as const
export type SecondFactor = (typeof secondFactors)[number]

/** Without tokens if the user has to give consent or a second factor first. */
export const LoginResult = z.object({
  ...z.partial(TokenPair).shape,
  /** Continue with `passSecondFactor` and this token. */
  secondFactor: z.optional(z.object({ token: z.string(), methods: z.array(z.enum(secondFactors)) })),
  needToPrivacyApprove: z.boolean(),
  isRegistration: z.boolean(),
})
export type LoginResult = z.infer<typeof LoginResult>

/** One sign-in on one device. */
export const SessionView = z.object({
  id: z.string(),
  /** The session that asks. */
  isCurrent: z.boolean(),
  userAgent: z.string(),
  /** The beginning of the address it was opened from; empty if unknown. */
  network: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
})
export type SessionView = z.infer<typeof SessionView>

export const listSessions = {
  method: 'GET',
  path: '/api/account/sessions',
  auth: 'session',
  reply: z.object({ data: z.array(SessionView) }),
} as const satisfies Endpoint

export const endOtherSessions = {
  method: 'POST',
  path: '/api/account/sessions/end-others',
  auth: 'session',
  reply: Done,
} as const satisfies Endpoint

export const endSession = {
  method: 'DELETE',
  path: '/api/account/sessions/:sessionId',
  auth: 'session',
  params: z.object({ sessionId: z.uuid() }),
  reply: Done,
} as const satisfies Endpoint

export const login = {
  method: 'POST',
  path: '/api/account/login',
  auth: 'none',
  body: z.object({ email: Email, password: Password }),
  reply: LoginResult,
} as const satisfies Endpoint

export const logout = {
  method: 'POST',
  path: '/api/account/logout',
  auth: 'none',
  body: z.object({ refreshToken: Token }),
  reply: Done,
} as const satisfies Endpoint

export const updateToken = {
  method: 'POST',
  path: '/api/account/update-token',
  auth: 'none',
  body: z.object({ refreshToken: Token }),
  reply: TokenPair,
} as const satisfies Endpoint

export const upgradeLegacyToken = {
  method: 'POST',
  path: '/api/account/upgrade-legacy-token',
  auth: 'none',
  body: z.object({ accessToken: Token }),
  reply: TokenPair,
} as const satisfies Endpoint
