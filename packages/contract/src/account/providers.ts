import * as z from 'zod/mini'

import type { Endpoint } from '#endpoint.ts'
import { Token, UtmData } from '#fields.ts'

import { LoginResult } from './sessions.ts'

export const providers = ['google', 'yandex', 'vk'] as const
export type Provider = (typeof providers)[number]

/** An enabled sign-in provider and the address of its page. */
export const ProviderView = z.object({ type: z.enum(providers), clientId: z.string(), authorizeUrl: z.string() })
export type ProviderView = z.infer<typeof ProviderView>

const SignIn = { accessToken: Token, utmData: UtmData, isPrivacyApprove: z._default(z.boolean(), false) }

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
  body: z.object({
    code: Token,
    redirectUrl: z.string().check(z.maxLength(2000)),
    utmData: UtmData,
    isPrivacyApprove: z._default(z.boolean(), false),
    /** PKCE, as VK ID requires it. */
    codeVerifier: z.optional(z.string().check(z.maxLength(128))),
    deviceId: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: LoginResult,
} as const satisfies Endpoint
