import * as z from 'zod/mini'

import type { Endpoint } from '#endpoint.ts'
import { Done, Proof, Token, UtmData } from '#fields.ts'

import { LoginResult } from './sessions.ts'

export const providers = ['google', 'yandex', 'vk'] as const
export type Provider = (typeof providers)[number]

/** An enabled sign-in provider and the address of its page. */
export const ProviderView = z.object({ type: z.enum(providers), clientId: z.string(), authorizeUrl: z.string() })
export type ProviderView = z.infer<typeof ProviderView>

const SignIn = { accessToken: Token, utmData: UtmData, isPrivacyApprove: z._default(z.boolean(), false) }

const VkGrant = z.object({
  code: Token,
  redirectUrl: z.string().check(z.maxLength(2000)),
  /** PKCE, as VK ID requires it. */
  codeVerifier: z.optional(z.string().check(z.maxLength(128))),
  deviceId: z.optional(z.string().check(z.maxLength(200))),
})
/** The token or code that a provider gave the browser; good for one sign-in or one link. */
const ProviderGrant = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('google'), accessToken: Token }),
  z.object({ provider: z.literal('yandex'), accessToken: Token }),
  z.object({ provider: z.literal('vk'), ...VkGrant.shape }),
])
export type ProviderGrant = z.infer<typeof ProviderGrant>

export const listProviders = {
  method: 'GET',
  path: '/api/account/providers',
  auth: 'none',
  reply: z.array(ProviderView),
} as const satisfies Endpoint

export const signByGoogle = {
  method: 'POST',
  path: '/api/account/sign-by-google',
  auth: 'none',
  body: z.object(SignIn),
  reply: LoginResult,
} as const satisfies Endpoint

export const signByYandex = {
  method: 'POST',
  path: '/api/account/sign-by-yandex',
  auth: 'none',
  body: z.object(SignIn),
  reply: LoginResult,
} as const satisfies Endpoint

export const signByVk = {
  method: 'POST',
  path: '/api/account/sign-by-vk',
  auth: 'none',
  body: z.object({ ...VkGrant.shape, utmData: UtmData, isPrivacyApprove: z._default(z.boolean(), false) }),
  reply: LoginResult,
} as const satisfies Endpoint

/** The providers that the account can be signed in by, and those that can be linked to it. */
export const listIdentities = {
  method: 'GET',
  path: '/api/account/identities',
  auth: 'session',
  reply: z.object({
    data: z.array(z.object({ provider: z.enum(providers), linkedAt: z.nullable(z.string()) })),
    /** False while there is no other way to sign in. */
    canUnlink: z.boolean(),
  }),
} as const satisfies Endpoint

/** Lets the owner sign in by a provider; a grant stays good if the proof is missing or wrong. */
export const linkIdentity = {
  method: 'POST',
  path: '/api/account/identities',
  auth: 'session',
  body: z.object({ grant: ProviderGrant, ...Proof.shape }),
  reply: Done,
} as const satisfies Endpoint

export const unlinkIdentity = {
  method: 'POST',
  path: '/api/account/identities/:provider/remove',
  auth: 'session',
  params: z.object({ provider: z.enum(providers) }),
  body: Proof,
  reply: Done,
} as const satisfies Endpoint
