import * as z from 'zod/mini'

import type { Endpoint } from '#endpoint.ts'
import { Code, Done, Proof, Token } from '#fields.ts'

import { LoginResult } from './sessions.ts'

/** Of the Web Authentication API, in the JSON form of browsers; the library checks it. */
const Credential = z.looseObject({
  id: z.string().check(z.maxLength(2000)),
  rawId: z.string().check(z.maxLength(2000)),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()),
})
/** Options for `navigator.credentials`, and the token that ties the answer to them. */
const Ceremony = z.object({ token: z.string(), options: z.record(z.string(), z.unknown()) })

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type Passkey = z.infer<typeof Passkey>

export const getSecondFactors = {
  method: 'GET',
  path: '/api/account/second-factors',
  auth: 'session',
  reply: z.object({
    isTotpOn: z.boolean(),
    recoveryCodesLeft: z.int(),
    passkeys: z.array(Passkey),
    /** Whether the account has a password to confirm changes with. */
    hasPassword: z.boolean(),
  }),
} as const satisfies Endpoint

/** Starts the set-up of an authenticator app; it takes effect at `confirmTotp`. */
export const startTotp = {
  method: 'POST',
  path: '/api/account/second-factors/totp',
  auth: 'session',
  body: Proof,
  reply: z.object({ secret: z.string(), url: z.string() }),
} as const satisfies Endpoint

/** Returns the recovery codes, which are shown once. */
export const confirmTotp = {
  method: 'POST',
  path: '/api/account/second-factors/totp/confirm',
  auth: 'session',
  body: z.object({ code: Code }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
} as const satisfies Endpoint

export const removeTotp = {
  method: 'POST',
  path: '/api/account/second-factors/totp/remove',
  auth: 'session',
  body: Proof,
  reply: Done,
} as const satisfies Endpoint

/** Replaces the recovery codes. */
export const renewRecoveryCodes = {
  method: 'POST',
  path: '/api/account/second-factors/recovery-codes',
  auth: 'session',
  body: Proof,
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
} as const satisfies Endpoint

export const startPasskey = {
  method: 'POST',
  path: '/api/account/passkeys/start',
  auth: 'session',
  body: Proof,
  reply: Ceremony,
} as const satisfies Endpoint

export const addPasskey = {
  method: 'POST',
  path: '/api/account/passkeys',
  auth: 'session',
  body: z.object({ token: Token, name: z.string().check(z.trim(), z.maxLength(100)), credential: Credential }),
  reply: z.object({ passkey: Passkey, recoveryCodes: z.optional(z.array(z.string())) }),
} as const satisfies Endpoint

export const removePasskey = {
  method: 'POST',
  path: '/api/account/passkeys/:id/remove',
  auth: 'session',
  params: z.object({ id: z.string().check(z.maxLength(2000)) }),
  body: Proof,
  reply: Done,
} as const satisfies Endpoint

/** Signs in without a password. */
export const startPasskeyLogin = {
  method: 'POST',
  path: '/api/account/passkey-login/start',
  auth: 'none',
  reply: Ceremony,
} as const satisfies Endpoint

export const passkeyLogin = {
  method: 'POST',
  path: '/api/account/passkey-login',
  auth: 'none',
  body: z.object({ token: Token, credential: Credential }),
  reply: LoginResult,
} as const satisfies Endpoint

/** Options to prove the second factor of a sign-in by a passkey. */
export const startSecondFactor = {
  method: 'POST',
  path: '/api/account/second-factor/start',
  auth: 'none',
  body: z.object({ token: Token }),
  reply: z.object({ options: z.record(z.string(), z.unknown()) }),
} as const satisfies Endpoint

/** Ends a sign-in that asked for a second factor: a code of the app, a recovery code, or a passkey. */
export const passSecondFactor = {
  method: 'POST',
  path: '/api/account/second-factor',
  auth: 'none',
  body: z.object({ token: Token, code: z.optional(Code), credential: z.optional(Credential) }),
  reply: LoginResult,
} as const satisfies Endpoint
