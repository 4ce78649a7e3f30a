import * as z from 'zod/mini'

import type { Endpoint } from '#endpoint.ts'
import { Done, Proof } from '#fields.ts'

/** Scopes that a key may have; the account itself is for people only. */
export const keyScopes = ['read', 'write'] as const
export type KeyScope = (typeof keyScopes)[number]

export const ApiKeyView = z.object({
  apiKey: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  createdAt: z.string(),
  /** Exact to a minute. */
  lastUsedAt: z.nullable(z.string()),
})
export type ApiKeyView = z.infer<typeof ApiKeyView>

/** Replaces the user's key: the old one stops working at once. An account with a second factor needs the proof. */
export const generateApiKey = {
  method: 'POST',
  path: '/api/account/generate-api-key',
  auth: 'session',
  body: z.extend(Proof, {
    scopes: z._default(z.array(z.enum(keyScopes)).check(z.minLength(1), z.maxLength(keyScopes.length)), [...keyScopes]),
  }),
  reply: z.object({ apiKey: z.string() }),
} as const satisfies Endpoint

export const getApiKey = {
  method: 'GET',
  path: '/api/account/api-key',
  auth: 'session',
  reply: z.object({ key: z.nullable(ApiKeyView) }),
} as const satisfies Endpoint

export const revokeApiKey = {
  method: 'DELETE',
  path: '/api/account/api-key',
  auth: 'session',
  reply: Done,
} as const satisfies Endpoint

export const getUsage = {
  method: 'GET',
  path: '/api/usage',
  auth: 'user',
  reply: z.object({
    minutesRemain: z.int(),
    isUnlimited: z.boolean(),
    /** Uploads left in the current period; null: unlimited. */
    availableUploads: z.nullable(z.int()),
    /** Megabytes. */
    maxFileSize: z.int(),
  }),
} as const satisfies Endpoint
